/** The packed tarball, installed in an empty folder, as its users get it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bin, Installed, root, run } from './support/installed';

let installed: Installed;
beforeAll(() => {
  // Named so that a path put together from parts of a URL would break.
  installed = new Installed('a b#c%20é');
}, 120_000);
afterAll(() => installed?.remove());

const node = (...args: string[]) => installed.run(process.execPath, args).trim();
const write = (name: string, text: string) => installed.write(name, text);

const program = `
  const { init, crc32c, KvPool, decodeEnvelope } = tlkv;
  const main = async () => {
    await init();
    const pool = new KvPool({ nBlocks: 4, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 });
    const ids = pool.alloc(2);
    for (const id of ids) pool.setFill(id, 1);
    const envelope = decodeEnvelope(pool.exportBlocks(ids));
    console.log(crc32c(new TextEncoder().encode('123456789')), envelope.accepted, envelope.blockCount);
  };
  main();
`;
const answer = '3808858755 true 2';

test('it holds the package and nothing else', () => {
  const files = readdirSync(join(installed.project, 'node_modules/tlkv'), {
    recursive: true,
    encoding: 'utf8',
  }).sort();
  expect(files).toEqual(
    expect.arrayContaining(['LICENSE', 'package.json', 'dist/index.js', 'dist/tlkv.wasm']),
  );
  const kinds = [
    /^(dist|LICENSE|README\.md|package\.json)$/,
    /^dist\/\w+(\.js|\.mjs|\.d\.ts|\.d\.mts|\.wasm)$/,
    /^dist\/cli(\/\w+\.js)?$/,
  ];
  expect(files.filter((name) => !kinds.some((kind) => kind.test(name)))).toEqual([]);
  const { dependencies } = JSON.parse(
    readFileSync(join(installed.project, 'node_modules/tlkv/package.json'), 'utf8'),
  );
  expect(dependencies).toBeUndefined();
});

describe('Node', () => {
  test('import', () => {
    write('main.mjs', `import * as tlkv from 'tlkv';${program}`);
    expect(node('main.mjs')).toBe(answer);
  });

  test('require', () => {
    write('main.cjs', `const tlkv = require('tlkv');${program}`);
    expect(node('--no-warnings', 'main.cjs')).toBe(answer);
  });

  test('import() from CommonJS', () => {
    write('dynamic.cjs', `import('tlkv').then((tlkv) => {${program}});`);
    expect(node('dynamic.cjs')).toBe(answer);
  });

  test('the .wasm by its own name', () => {
    write(
      'bytes.mjs',
      `import * as tlkv from 'tlkv';
       import { readFileSync } from 'node:fs';
       const wasm = readFileSync(new URL(import.meta.resolve('tlkv/tlkv.wasm')));
       await tlkv.init({ wasm });${program}`,
    );
    expect(node('bytes.mjs')).toBe(answer);
  });

  test('W11: imported under two specifiers it is still one module, and a worker thread has its own', () => {
    write(
      'twice.mjs',
      `import { Worker } from 'node:worker_threads';
       const at = import.meta.resolve('tlkv');
       const a = await import(at + '?a'), b = await import(at + '?b');
       await Promise.all([a.init(), b.init()]);
       const config = { nBlocks: 3, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 };
       const p = new a.KvPool(config), q = new b.KvPool(config);
       p.alloc(3);
       const worker = new Worker(new URL('main.mjs', import.meta.url));
       await new Promise((done) => worker.on('exit', done));
       console.log(a.KvPool === b.KvPool, p.stats().free, q.stats().free);`,
    );
    expect(node('twice.mjs')).toBe(`${answer}\ntrue 0 3`);
  });

  test('importing alone compiles nothing', () => {
    write(
      'idle.mjs',
      `let compiled = 0;
       const { compile } = WebAssembly;
       WebAssembly.compile = (...args) => { compiled++; return compile(...args); };
       const { init } = await import('tlkv');
       const before = compiled;
       await init();
       console.log(before, compiled);`,
    );
    expect(node('idle.mjs')).toBe('0 1');
  });
});

describe('TypeScript', () => {
  const source = `
    import { init, KvPool, OutOfBlocksError, type PoolSnapshot } from 'tlkv';
    const main = async (): Promise<number> => {
      await init();
      await init({ wasm: new Uint8Array(8) });
      using pool = new KvPool({ nBlocks: 4, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 });
      const ids: Uint32Array = pool.alloc(2);
      const hit: number | undefined = pool.lookup(1n);
      const snapshot: PoolSnapshot = pool.snapshot();
      const error: OutOfBlocksError | undefined = undefined;
      // @ts-expect-error a hash is a bigint
      pool.lookup(1);
      // @ts-expect-error K or V
      pool.readBlock(0, 0, 'w');
      return ids.length + (hit ?? 0) + snapshot.free.length + (error ? 1 : 0);
    };
    void main;
  `;
  const withDom = `${source}
    void init({ wasm: fetch('tlkv.wasm') });
    void init({ wasm: new URL('https://example.org/tlkv.wasm') });
    void WebAssembly.compileStreaming(fetch('tlkv.wasm')).then((wasm) => init({ wasm }));
  `;

  // skipLibCheck is off: the declarations stand on their own, with the DOM's types and without.
  test.each([
    ['NodeNext', 'NodeNext', 'ESNext,DOM', 'a.mts', withDom],
    ['Node16', 'Node16', 'ES2022,DOM', 'b.mts', withDom],
    ['ESNext', 'Bundler', 'ES2022,DOM', 'c.ts', withDom],
    ['ESNext', 'Bundler', 'ES2022', 'd.ts', source],
    ['NodeNext', 'NodeNext', 'ES2022', 'e.cts', source],
  ])('module %s, resolution %s, lib %s', (module, resolution, lib, file, text) => {
    write(file, text);
    const options = ['--strict', '--noEmit', '--target', 'ES2022', '--skipLibCheck', 'false', '--types', ''];
    installed.run(bin('tsc'), [
      ...options,
      '--module',
      module,
      '--moduleResolution',
      resolution,
      '--lib',
      lib,
      file,
    ]);
  });
});

test('the command line', () => {
  const file = join(root, 'fixtures/golden/worked-example.tlkv');
  const tlkv = join(installed.project, 'node_modules/.bin/tlkv');
  expect(installed.run(tlkv, ['verify', file])).toBe(`${file}: good, 1 block\n`);
  expect(installed.run('npm', ['exec', '--offline', '--', 'tlkv', '--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test('publint finds nothing', () => {
  const output = run(bin('publint'), ['run', installed.tarball, '--strict'], root);
  expect(output).toMatch(/All good/);
});

test('are the types wrong? no', () => {
  run(
    bin('attw'),
    [installed.tarball, '--profile', 'esm-only', '--exclude-entrypoints', './tlkv.wasm'],
    root,
  );
});

test('no eval, and nothing made from text, in what is shipped', () => {
  const dist = join(installed.project, 'node_modules/tlkv/dist');
  for (const name of readdirSync(dist).filter((file) => /\.m?js$/.test(file))) {
    expect(readFileSync(join(dist, name), 'utf8')).not.toMatch(/\beval\(|new Function\b/);
  }
});
