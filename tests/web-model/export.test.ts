import { readFileSync } from 'node:fs';
import { decodeEnvelope, init } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { ByteMap } from '../../web/src/model/byte_map.ts';
import { checkBytes } from '../../web/src/model/check_blob.ts';
import { exportBlocks } from '../../web/src/model/export_envelope.ts';
import { hexdumpText, jsonReport, npy } from '../../web/src/model/export_text.ts';
import { FileBytes } from '../../web/src/model/file_bytes.ts';
import { seemsToBe } from '../../web/src/model/guess.ts';
import { bytesOfLink, isLinkName, LINK_LIMIT_BYTES, linkName } from '../../web/src/model/link.ts';
import { parseHex } from '../../web/src/model/paste.ts';
import { recordHashes } from '../../web/src/model/record_hashes.ts';

beforeAll(() => init());

const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));
const mapOf = (bytes: Uint8Array) => new ByteMap(checkBytes(bytes).header, bytes.length);
const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());

describe('blocks as an envelope', () => {
  const bytes = fixture('good/two-blocks-and-a-tail.tlkv');
  test.each([[[0, 1, 2]], [[1]], [[2, 0, 1]], [[]]])('%j', async (blocks) => {
    const made = decodeEnvelope(await bytesOf(await exportBlocks(new Blob([bytes]), mapOf(bytes), blocks)));
    const source = decodeEnvelope(bytes);
    expect(made.accepted).toBe(true);
    expect(made.blockCount).toBe(blocks.length);
    blocks.forEach((block, i) => {
      expect(made.block(i)).toMatchObject({
        hash: source.block(block).hash,
        nTokens: source.block(block).nTokens,
      });
      expect(made.payload(i)).toEqual(source.payload(block));
    });
  });

  test('all blocks of a canonical file give that file', async () => {
    expect(await bytesOf(await exportBlocks(new Blob([bytes]), mapOf(bytes), [0, 1, 2]))).toEqual(bytes);
  });

  test('the whole blocks of a cut file are a good envelope', async () => {
    const cut = bytes.subarray(0, bytes.length - 20);
    const { blockCount } = checkBytes(cut);
    expect(blockCount).toBe(2);
    const made = await bytesOf(await exportBlocks(new Blob([cut]), mapOf(cut), [0, 1]));
    expect(checkBytes(made)).toMatchObject({ accepted: true, blockCount: 2 });
  });
});

test('hashes of many records, near together and far apart', async () => {
  for (const payload of [4, 32_768]) {
    const record = 12 + payload;
    const bytes = new Uint8Array(28 + 150 * record + 4);
    const data = new DataView(bytes.buffer);
    for (let i = 0; i < 150; i++) data.setBigUint64(28 + i * record, BigInt(i) * 0x0123456789abcdefn, true);
    const shape = { nBlocks: 150, blockTokens: 1, nLayers: 1, nKvHeads: 1, headDim: payload / 4 };
    const hashes = await recordHashes(FileBytes.of(bytes), new ByteMap(shape, bytes.length), 150);
    hashes.forEach((hash, i) => {
      expect(hash).toBe(BigInt.asUintN(64, BigInt(i) * 0x0123456789abcdefn));
    });
  }
});

test('the JSON report keeps 64-bit values whole', async () => {
  const bytes = fixture('golden/worked-example.tlkv');
  const text = await jsonReport('w.tlkv', FileBytes.of(bytes), mapOf(bytes), checkBytes(bytes), true);
  expect(JSON.parse(text)).toMatchObject({
    file: 'w.tlkv',
    accepted: true,
    crc: { stored: '0x4f0b541c', computed: '0x4f0b541c' },
    expectedBytes: '60',
    blocks: [{ index: 0, offset: 28, hash: '0xa91ab0c1027b9366' }],
  });
  const huge = fixture('bad/R5-four-billion-blocks.tlkv');
  const report = JSON.parse(await jsonReport('h', FileBytes.of(huge), mapOf(huge), checkBytes(huge), true));
  expect(report.expectedBytes).toBe('9007250792251412');
  expect(report.findings[0]).toMatchObject({ rule: 'R5', begin: 8, end: 28 });
});

test('a .npy file has its header in place', async () => {
  const file = await bytesOf(npy(Uint8Array.of(0, 0x3c, 0, 0x40), [1, 2]));
  expect([...file.subarray(0, 8)]).toEqual([0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0]);
  const length = (file[8] as number) | ((file[9] as number) << 8);
  expect((10 + length) % 64).toBe(0);
  const words = new TextDecoder('latin1').decode(file.subarray(10, 10 + length));
  expect(words.trimEnd()).toBe("{'descr': '<f2', 'fortran_order': False, 'shape': (1, 2), }");
  expect(words.endsWith('\n')).toBe(true);
  expect([...file.subarray(10 + length)]).toEqual([0, 0x3c, 0, 0x40]);
});

test('a hexdump of more than a slice gives every byte back', async () => {
  const bytes = Uint8Array.from({ length: 1024 * 1024 + 40 }, (_, i) => (i * 7) & 255);
  const text = await (await hexdumpText(FileBytes.of(bytes), 16, bytes.length)).text();
  expect(text.startsWith('00000010: ')).toBe(true);
  expect(text.trimEnd().split('\n').at(-1)?.slice(0, 9)).toBe('00100020:');
  const parsed = parseHex(text.slice(0, 20_000 - (20_000 % 68)));
  if ('error' in parsed) throw new Error(parsed.error);
  expect(parsed.bytes).toEqual(bytes.subarray(16, 16 + parsed.bytes.length));
});

describe('bytes in a link', () => {
  test('there and back, up to the limit', () => {
    for (const size of [0, 1, 2, 3, 60, LINK_LIMIT_BYTES]) {
      const bytes = Uint8Array.from({ length: size }, (_, i) => (i * 251) & 255);
      const name = linkName(bytes) as string;
      expect(isLinkName(name)).toBe(true);
      expect(encodeURIComponent(name)).toBe(name);
      expect(bytesOfLink(name)).toEqual(bytes);
    }
    expect(linkName(new Uint8Array(LINK_LIMIT_BYTES + 1))).toBeUndefined();
  });
  test.each(['bytes-A', 'bytes-%%', 'bytes-<script>', `bytes-${'A'.repeat(10_000)}`])(
    '%s holds none',
    (name) => {
      expect(bytesOfLink(name)).toBeUndefined();
    },
  );
});

describe('what a wrong file seems to be', () => {
  const worked = fixture('golden/worked-example.tlkv');
  test('line feeds that became two bytes', () => {
    const source = Uint8Array.from([...worked.subarray(0, 28), 10, 1, 10, 2, 10]);
    const mangled = Uint8Array.from([...source].flatMap((byte) => (byte === 10 ? [13, 10] : [byte])));
    expect(seemsToBe(mangled)).toMatch(/0d 0a/);
    expect(seemsToBe(source)).toBeUndefined();
  });
  test('bytes that were read as text', () => {
    const text = new TextDecoder().decode(fixture('golden/random-1.tlkv'));
    expect(seemsToBe(new TextEncoder().encode(text))).toMatch(/UTF-8/);
    expect(seemsToBe(fixture('golden/random-1.tlkv'))).toBeUndefined();
  });
  test.each([
    ['GGUF\x03\0\0\0', /GGUF/],
    ['PK\x03\x04', /zip/],
    ['\x93NUMPY\x01\0', /NumPy/],
    ['VExLVgEAAQABAAAA', /base64/],
    ['VKLT', /swapped/],
    ['\x40\0\0\0\0\0\0\0{"a":{}}', /safetensors/],
  ])('%j', (beginning, what) => {
    expect(seemsToBe(Uint8Array.from(beginning, (c) => c.charCodeAt(0)))).toMatch(what);
  });
});
