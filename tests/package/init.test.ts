import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

const wasmFile = resolve(import.meta.dirname, '../../dist/tlkv.wasm');
const wasm = new Uint8Array(readFileSync(wasmFile));
const check = 0xe3069283;
const digits = new TextEncoder().encode('123456789');

/** The package as if imported for the first time. */
type Package = typeof import('tlkv');
let tlkv: Package;
beforeEach(async () => {
  vi.resetModules();
  tlkv = await import('tlkv');
});
afterEach(() => vi.restoreAllMocks());

const works = () => expect(tlkv.crc32c(digits)).toBe(check);

/** A module that is not ours, and one of another version of ours. */
const emptyModule = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
const otherVersion = Uint8Array.of(...emptyModule, 0, 10, 4, ...new TextEncoder().encode('tlkv0.0.9'));

let server: Server;
let origin: string;
beforeAll(async () => {
  const answers: Record<string, [number, string, string | Uint8Array]> = {
    '/tlkv.wasm': [200, 'application/wasm', wasm],
    '/octets': [200, 'application/octet-stream', wasm],
    '/page': [200, 'text/html', '<!doctype html>\n<title>Home</title>'],
    '/page-as-wasm': [200, 'application/wasm', '<!doctype html>\n<title>Home</title>'],
    '/text': [200, 'text/plain', 'not yet'],
    '/empty': [200, 'application/octet-stream', ''],
    '/broken': [200, 'application/wasm', wasm.subarray(0, 1000)],
    '/foreign': [200, 'application/wasm', emptyModule],
    '/old': [200, 'application/octet-stream', otherVersion],
  };
  server = createServer((request, response) => {
    const [status, type, body] = answers[request.url ?? ''] ?? [404, 'text/html', '<h1>Not found</h1>'];
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test('before init, every entrance names it', () => {
  const config = { nBlocks: 1, blockTokens: 1, nLayers: 1, nKvHeads: 1, headDim: 1 };
  for (const [name, call] of [
    ['KvPool', () => new tlkv.KvPool(config)],
    ['BlockManager', () => new tlkv.BlockManager(1, 1)],
    ['EnvelopeScanner', () => new tlkv.EnvelopeScanner(1)],
    ['crc32c', () => tlkv.crc32c(digits)],
    ['blockHash', () => tlkv.blockHash(0n, [1])],
    ['decodeEnvelope', () => tlkv.decodeEnvelope(digits)],
    ['encodeEnvelope', () => tlkv.encodeEnvelope({ ...config, blocks: [] })],
  ] as const) {
    expect(call).toThrow(tlkv.TlkvError);
    expect(call).toThrow(`${name}: call \`await init()\` first`);
  }
  expect(tlkv.KvPool.bytesFor(config)).toBe(4);
});

describe('W11: one flight', () => {
  test('concurrent inits compile once and get one promise', async () => {
    const compile = vi.spyOn(WebAssembly, 'compile');
    const flights = [tlkv.init(), tlkv.init(), tlkv.init({ wasm })];
    expect(new Set(flights).size).toBe(1);
    await Promise.all(flights);
    await tlkv.init();
    expect(compile).toHaveBeenCalledTimes(1);
    works();
  });

  test('a failed one can be tried again', async () => {
    const failed = tlkv.init({ wasm: `${origin}/nowhere` });
    expect(tlkv.init()).toBe(failed);
    await expect(failed).rejects.toThrow('404');
    expect(() => tlkv.crc32c(digits)).toThrow('init');
    await tlkv.init();
    works();
  });

  test('it adds no listener to the process', async () => {
    const before = process.eventNames().map((name) => [name, process.listenerCount(name)]);
    await tlkv.init();
    expect(process.eventNames().map((name) => [name, process.listenerCount(name)])).toEqual(before);
  });
});

describe('sources', () => {
  const padded = new Uint8Array(wasm.length + 7);
  padded.set(wasm, 7);
  const sources: [string, () => unknown][] = [
    ['bytes', () => wasm],
    ['a part of a buffer', () => padded.subarray(7)],
    ['a Node Buffer', () => readFileSync(wasmFile)],
    ['an ArrayBuffer', () => wasm.slice().buffer],
    ['a compiled module', () => new WebAssembly.Module(wasm)],
    ['a promise of a module', () => WebAssembly.compile(wasm)],
    ['a file URL', () => pathToFileURL(wasmFile)],
    ['a file URL as text', () => pathToFileURL(wasmFile).href],
    ['an http URL', () => new URL('/tlkv.wasm', origin)],
    ['an http URL as text', () => `${origin}/tlkv.wasm`],
    ['a server that says application/octet-stream', () => `${origin}/octets`],
    ['a response', async () => await fetch(`${origin}/tlkv.wasm`)],
    ['a promise of a response', () => fetch(`${origin}/octets`)],
  ];
  test.each(sources)('%s', async (_, source) => {
    await tlkv.init({ wasm: source() as Uint8Array });
    works();
  });
});

describe('wrong answers are named for what they are', () => {
  test.each([
    ['/nowhere', 'TL_EIO', 'answered 404 (text/html)'],
    ['/page', 'TL_EFORMAT', 'is not WebAssembly: it is a web page, "<!doctype html>'],
    ['/page-as-wasm', 'TL_EFORMAT', 'is no WebAssembly that this host can compile'],
    ['/text', 'TL_EFORMAT', 'is not WebAssembly: it begins with "not yet"'],
    ['/empty', 'TL_EFORMAT', 'is not WebAssembly: it is empty'],
    ['/broken', 'TL_EFORMAT', 'is no WebAssembly that this host can compile'],
    ['/foreign', 'TL_EFORMAT', 'is WebAssembly, but not tlkv.wasm'],
    ['/old', 'TL_EUNSUPPORTED', 'is of tlkv 0.0.9, but the package is '],
  ])('%s', async (path, code, words) => {
    const error = await tlkv.init({ wasm: `${origin}${path}` }).catch((e) => e);
    expect(error).toBeInstanceOf(tlkv.TlkvError);
    expect(error.code).toBe(code);
    expect(error.message).toContain(`init: ${origin}${path} `);
    expect(error.message).toContain(words);
    await tlkv.init();
    works();
  });

  test('an address that nobody answers at', async () => {
    const error = await tlkv.init({ wasm: 'http://127.0.0.1:9/tlkv.wasm' }).catch((e) => e);
    expect(error).toMatchObject({ name: 'TlkvError', code: 'TL_EIO' });
    expect(error.message).toContain('could not fetch http://127.0.0.1:9/tlkv.wasm');
  });

  test.each([3, null, true, new Blob([wasm]), {}])('%s is no source', async (source) => {
    await expect(tlkv.init({ wasm: source as never })).rejects.toThrow(TypeError);
  });
});

test('memory begins at 1 MiB', async () => {
  await tlkv.init();
  using pool = new tlkv.KvPool({ nBlocks: 1, blockTokens: 1, nLayers: 1, nKvHeads: 1, headDim: 1 });
  pool.alloc(1);
  expect(pool.block(0, 0, 'k').array.buffer.byteLength).toBe(2 ** 20);
});

test('the versions of package.json, the package and tlkv.wasm are one', async () => {
  const { version } = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
  const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(wasm), 'tlkv');
  expect(new TextDecoder().decode(section)).toBe(version);
  await tlkv.init({ wasm }); // refused if the package had another
});
