// What the batch calls of the package cost beside the same work in a loop inside WebAssembly:
// node tests/bench/batches.mjs DIST BATCHES, where BATCHES is the module of batches.cc.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { compare } from './compare.mjs';

const [dist, file] = process.argv.slice(2);
const { blockHashes, init, KvPool, Sequences } = await import(pathToFileURL(`${dist}/index.js`));
await init();

const nothing = new Proxy({}, { get: () => () => 0 });
const { exports: inside } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)), {
  env: nothing,
  wasi_snapshot_preview1: nothing,
});
inside._initialize();
inside.prepare();

// The sequences of batches.cc.
const BLOCK_TOKENS = 16;
const PROMPT = 512;
const STEPS = 128;
const SEQUENCES = 50;
const WIDTH = PROMPT / BLOCK_TOKENS;
const ids = Array.from({ length: SEQUENCES }, (_, i) => i);
const sequences = new Sequences({ nBlocks: 4096, blockTokens: BLOCK_TOKENS });
const prompts = ids.map((id) => Uint32Array.from({ length: PROMPT }, (_, at) => id * PROMPT + at));
for (const id of ids) sequences.open(id, prompts[id]);
const decoded = Array.from({ length: STEPS }, (_, step) =>
  Uint32Array.from(ids, (id) => step * SEQUENCES + id),
);

const pool = new KvPool({ nBlocks: 4096, blockTokens: BLOCK_TOKENS, nLayers: 1, nKvHeads: 1, headDim: 1 });
const [hashes] = blockHashes([prompts[0]], BLOCK_TOKENS);
for (const [i, id] of pool.alloc(WIDTH).entries()) {
  pool.setFill(id, BLOCK_TOKENS);
  pool.register(id, hashes[i]);
}

const table = 'Batch calls beside a loop inside WebAssembly';
const TIMES = 20;
function batch(label, items, call, loop) {
  const package_ = () => {
    for (let i = 0; i < TIMES; i++) call();
  };
  compare(table, label, 'ns', items * TIMES, { 'the package': package_, 'limit: inside': () => loop(TIMES) });
}

compare(table, 'appendEach, 50 sequences: a token', 'ns', STEPS * SEQUENCES, {
  'the package': () => {
    for (const step of decoded) sequences.appendEach(ids, step);
    for (const id of ids) sequences.truncate(id, PROMPT);
  },
  'limit: inside': inside.append_each,
});
batch('lengths, 50 sequences: one', SEQUENCES, () => sequences.lengths(ids), inside.lengths);
batch(
  'blockTables, 50 of 32 blocks: a block',
  SEQUENCES * WIDTH,
  () => sequences.blockTables(ids, WIDTH),
  inside.block_tables,
);
batch(
  'slotMapping, 50 of 512 tokens: a token',
  SEQUENCES * PROMPT,
  () => sequences.slotMapping(ids),
  inside.slot_mapping,
);
batch('lookupPrefix, 32 blocks: a block', WIDTH, () => pool.lookupPrefix(hashes), inside.lookup_prefix);
