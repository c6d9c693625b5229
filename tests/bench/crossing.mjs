// What a call from JavaScript costs: node tests/bench/crossing.mjs DIST PEERS. A hot call as a raw export and as
// a method of the package, a call by embind, and an export that does nothing; then the bytes of JavaScript
// objects that such a call leaves behind.
import { pathToFileURL } from 'node:url';
import { getHeapStatistics } from 'node:v8';
import { compare, print } from './compare.mjs';
import { loadPeers, loadRaw } from './raw_module.mjs';

const [dist, peersFile] = process.argv.slice(2);
const { module, memory } = loadRaw(dist);
const peers = loadPeers(peersFile);
const { init, KvPool, blockHash } = await import(pathToFileURL(`${dist}/index.js`));
await init();

const CALLS = 10000;
const shape = { nBlocks: 64, blockTokens: 16, nLayers: 1, nKvHeads: 1, headDim: 4 };
const hash = blockHash(0n, [1]);

const cell = module.tl_alloc(128, 16) >>> 0;
new Uint32Array(memory.buffer).set([...Object.values(shape), 1, 1], cell / 4);
module.tl_kv_pool_create(cell, cell + 32);
const raw = new Uint32Array(memory.buffer)[(cell + 32) / 4];
const pool = new KvPool(shape);
module.tl_kv_alloc(raw, 1, cell);
module.tl_kv_set_fill(raw, 0, 16);
module.tl_kv_register(raw, 0, hash);
const [id] = pool.alloc(1);
pool.setFill(id, 16);
pool.register(id, hash);

const times = (call) => () => {
  for (let i = 0; i < CALLS; i++) call();
};
const cases = {
  fill: {
    'raw export': () => module.tl_kv_fill(raw, 0),
    'the package': () => pool.fill(id),
  },
  'ref and unref, two calls': {
    'raw export': () => {
      module.tl_kv_ref(raw, 0);
      module.tl_kv_unref(raw, 0);
    },
    'the package': () => {
      pool.ref(id);
      pool.unref(id);
    },
  },
  'lookup and unref, two calls': {
    'raw export': () => {
      module.tl_kv_lookup(raw, hash, cell);
      module.tl_kv_unref(raw, 0);
    },
    'the package': () => {
      pool.lookup(hash);
      pool.unref(id);
    },
  },
  'where the ledger is, an addition': {
    embind: () => module.poolLedger(raw),
  },
};
const limit = () => peers.nothing(1, 2);

for (const [label, contenders] of Object.entries(cases)) {
  const all = { ...contenders, 'limit: an empty export': limit };
  const runs = Object.fromEntries(Object.entries(all).map(([name, call]) => [name, times(call)]));
  compare('Crossing: calls from JavaScript', label, 'ns', CALLS, runs);
}

/** By now everything is compiled. The young heap is large enough (run.mjs) for no collection to come between. */
function bytesPerCall(call) {
  const run = times(call);
  run();
  const before = getHeapStatistics().used_heap_size;
  run();
  return Math.max(0, getHeapStatistics().used_heap_size - before) / CALLS;
}
for (const [label, contenders] of Object.entries(cases)) {
  const values = Object.entries(contenders).map(([name, call]) => [name, bytesPerCall(call)]);
  print('Crossing: JavaScript objects made', label, 'B', Object.fromEntries(values));
}
