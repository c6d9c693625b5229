// One cold start, in a process of its own: node tests/bench/start_one.mjs WHAT DIST. Prints milliseconds.
import { readFile } from 'node:fs/promises';

const [what, dist] = process.argv.slice(2);
const bytes = new Uint8Array(2 ** 21).fill(0x3c);

/** Each imports what it needs, and gives how the first object is made and how 2 MiB are checked by it. */
const starts = {
  async tlkv() {
    const { crc32c, init, KvPool } = await import(`${dist}/index.js`);
    const make = async () => {
      await init();
      return new KvPool({ nBlocks: 64, blockTokens: 16, nLayers: 2, nKvHeads: 2, headDim: 64 });
    };
    return { make, check: () => crc32c(bytes) };
  },
  async 'hash-wasm'() {
    const { createCRC32 } = await import('hash-wasm');
    return { make: () => createCRC32(0x82f63b78), check: (crc) => crc.init().update(bytes).digest('binary') };
  },
  async 'limit: compiling, copying'() {
    const make = async () => WebAssembly.compile(await readFile(new URL(`${dist}/tlkv.wasm`)));
    return { make, check: () => bytes.slice() };
  },
};

const { make, check } = await starts[what]();
const start = performance.now();
const made = await make();
const first = performance.now() - start;
check(made);
console.log(JSON.stringify({ first, check: performance.now() - start - first }));
