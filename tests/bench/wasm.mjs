// The WebAssembly benchmark, in Node: node tests/bench/wasm.mjs DIST PEERS, where DIST is the built package
// and PEERS the module of peers.cc. Every case with its peers in turn; processor time, best of many samples.
// Prints one JSON object a case; run.mjs makes the tables.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { createCRC32 } from 'hash-wasm';

const [dist, peersFile] = process.argv.slice(2);
const MIB = 1024 * 1024;

const seconds = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function compare(table, label, unit, work, contenders) {
  const names = Object.keys(contenders);
  const best = Object.fromEntries(names.map((name) => [name, Infinity]));
  const repeats = Object.fromEntries(names.map((name) => [name, 1]));
  const rounds = work > 5e7 ? 7 : 31;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const run = contenders[name];
      const start = seconds();
      for (let i = 0; i < repeats[name]; i++) run();
      const each = (seconds() - start) / repeats[name];
      // The first rounds are the compiler's.
      if (round >= 2) best[name] = Math.min(best[name], each);
      repeats[name] = Math.min(1e5, Math.max(1, Math.ceil(3e-3 / Math.max(each, 1e-8))));
    }
  }
  const scale = unit === 'GB/s' ? 1e9 : 1e6;
  const values = Object.fromEntries(
    names.map((name) => [name, Number((work / best[name] / scale).toPrecision(4))]),
  );
  console.log(JSON.stringify({ table, label, unit, values }));
}

const size = (n) => (n >= MIB ? `${n / MIB} MiB` : n >= 1024 ? `${n / 1024} KiB` : `${n} B`);

const factory = (await import(pathToFileURL(`${dist}/tlkv.mjs`))).default;
let memory;
const raw = await factory({
  instantiateWasm(imports, done) {
    const module = new WebAssembly.Module(readFileSync(`${dist}/tlkv.wasm`));
    const instance = new WebAssembly.Instance(module, imports);
    memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
    done(instance, module);
    return instance.exports;
  },
});
const nothing = new Proxy({}, { get: () => () => 0 });
const peers = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(peersFile)), {
  env: nothing,
  wasi_snapshot_preview1: nothing,
}).exports;
peers._initialize?.();
peers.fill_tables();
const { init, crc32c } = await import(pathToFileURL(`${dist}/index.js`));
await init();
const hashWasm = await createCRC32(0x82f63b78);
const byHashWasm = (bytes) => hashWasm.init().update(bytes).digest('binary');

// CRC-32C: the same bytes in the heaps of both modules and in a Uint8Array.
const most = 128 * MIB;
const bytes = new Uint8Array(most);
new Uint32Array(bytes.buffer).forEach((_, i, words) => {
  words[i] = Math.imul(i, 0x9e3779b1) ^ (i >>> 7);
});
const p = raw._tl_alloc(most, 64) >>> 0;
new Uint8Array(memory.buffer).set(bytes, p);
// Past what the peers' module has: it allocates nothing.
const q = 1 * MIB;
peers.memory.grow(Math.ceil((q + most) / 65536) - peers.memory.buffer.byteLength / 65536);
new Uint8Array(peers.memory.buffer).set(bytes, q);

for (const n of [64, 256, 1024, 4096, 65536, 2 * MIB, most]) {
  const part = bytes.subarray(0, n);
  compare('CRC-32C, WebAssembly', size(n), 'GB/s', n, {
    'tlkv, in heap': () => raw._tl_crc32c(p, n, 0),
    'tlkv, from a Uint8Array': () => crc32c(part),
    'hash-wasm': () => byHashWasm(part),
    'slicing-by-16': () => peers.slicing_by_16(q, n, -1),
    'slicing-by-8': () => peers.slicing_by_8(q, n, -1),
    'limit: reading': () => peers.read_all(q, n, 0),
  });
}
raw._tl_free(p);

// Block hash.
const PRIME = 0x100000001b3n;
function byBigInt(parent, tokens) {
  let h = 0xcbf29ce484222325n;
  for (let shift = 0n; shift < 64n; shift += 8n)
    h = BigInt.asUintN(64, (h ^ ((parent >> shift) & 255n)) * PRIME);
  for (const token of tokens) {
    for (let shift = 0; shift < 32; shift += 8)
      h = BigInt.asUintN(64, (h ^ BigInt((token >>> shift) & 255)) * PRIME);
  }
  return h === 0n ? 1n : h;
}
const tokens = raw._tl_alloc(64, 16) >>> 0;
for (const bits of [16, 24, 32]) {
  const ids = Uint32Array.from({ length: 16 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> (32 - bits));
  new Uint32Array(memory.buffer).set(ids, tokens / 4);
  let h = 0n;
  compare('Block hash of 16 tokens, WebAssembly', `ids below 2^${bits}`, 'M blocks/s', 100, {
    'tlkv, one chain': () => {
      for (let i = 0; i < 100; i++) h = raw._tl_kv_block_hash(h, tokens, 16);
    },
    'BigInt.asUintN': () => {
      for (let i = 0; i < 100; i++) h = byBigInt(h, ids);
    },
  });
}

// Export of whole blocks, in the heap.
for (const [label, nBlocks, shape] of [
  ['2 blocks of 2 MiB', 2, [16, 32, 8, 128]],
  ['64 blocks of 2 MiB', 64, [16, 32, 8, 128]],
  ['4096 blocks of 16 B', 4096, [1, 1, 1, 4]],
]) {
  const cfg = raw._tl_alloc(64, 16) >>> 0;
  new Uint32Array(memory.buffer).set([nBlocks, ...shape, 1, 1], cfg / 4);
  raw._tl_kv_pool_create(cfg, cfg + 32);
  const pool = new Uint32Array(memory.buffer)[(cfg + 32) / 4];
  const ids = raw._tl_alloc(4 * nBlocks, 16) >>> 0;
  raw._tl_kv_alloc(pool, nBlocks, ids);
  for (let id = 0; id < nBlocks; id++) raw._tl_kv_set_fill(pool, id, shape[0]);
  const block = raw._tl_kv_block_bytes(pool);
  const total = 32 + nBlocks * (12 + block);
  const out = raw._tl_alloc(total, 64) >>> 0;
  const copy = () => {
    for (let i = 0; i < nBlocks; i++) peers.copy(q + 64 * MIB + i * (12 + block), q + i * block, block);
  };
  const need = q + 64 * MIB + total;
  if (peers.memory.buffer.byteLength < need) {
    peers.memory.grow(Math.ceil((need - peers.memory.buffer.byteLength) / 65536));
  }
  compare('Export, WebAssembly', label, 'GB/s', total, {
    tlkv: () => raw._tl_kv_export(pool, ids, nBlocks, out, total, cfg + 40),
    'memory.copy, then slicing-by-8': () => {
      copy();
      peers.slicing_by_8(q, total, -1);
    },
    'limit: memory.copy': copy,
  });
  raw._tl_kv_pool_destroy(pool);
  for (const pointer of [cfg, ids, out]) raw._tl_free(pointer);
}
