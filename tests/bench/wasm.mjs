// Checksums, hashes and envelopes in WebAssembly, in Node: node tests/bench/wasm.mjs DIST PEERS, where DIST is
// the built package and PEERS the module of peers.cc.
import { pathToFileURL } from 'node:url';
import { createCRC32 } from 'hash-wasm';
import { compare } from './compare.mjs';
import { blockHash as byBigInt } from './plain_sequences.mjs';
import { loadPeers, loadRaw } from './raw_module.mjs';

const [dist, peersFile] = process.argv.slice(2);
const MIB = 1024 * 1024;
const size = (n) => (n >= MIB ? `${n / MIB} MiB` : n >= 1024 ? `${n / 1024} KiB` : `${n} B`);

const { module: raw, memory } = loadRaw(dist);
const peers = loadPeers(peersFile);
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
const p = raw.tl_alloc(most, 64) >>> 0;
new Uint8Array(memory.buffer).set(bytes, p);
// Past what the peers' module has: it allocates nothing.
const q = 1 * MIB;
peers.memory.grow(Math.ceil((q + most) / 65536) - peers.memory.buffer.byteLength / 65536);
new Uint8Array(peers.memory.buffer).set(bytes, q);

for (const n of [16, 32, 64, 128, 256, 1024, 4096, 65536, 2 * MIB, most]) {
  const part = bytes.subarray(0, n);
  compare('CRC-32C, WebAssembly', size(n), 'GB/s', n, {
    'tlkv, in heap': () => raw.tl_crc32c(p, n, 0),
    'tlkv, from a Uint8Array': () => crc32c(part),
    'hash-wasm': () => byHashWasm(part),
    'slicing-by-16': () => peers.slicing_by_16(q, n, -1),
    'slicing-by-8': () => peers.slicing_by_8(q, n, -1),
    'limit: reading': () => peers.read_all(q, n, 0),
  });
}
raw.tl_free(p);

// Block hash.
const tokens = raw.tl_alloc(64, 16) >>> 0;
for (const bits of [16, 24, 32]) {
  const ids = Uint32Array.from({ length: 16 }, (_, i) => Math.imul(i + 1, 0x9e3779b1) >>> (32 - bits));
  new Uint32Array(memory.buffer).set(ids, tokens / 4);
  let h = 0n;
  compare('Block hash of 16 tokens, WebAssembly', `ids below 2^${bits}`, 'M blocks/s', 100, {
    'tlkv, one chain': () => {
      for (let i = 0; i < 100; i++) h = raw.tl_kv_block_hash(h, tokens, 16);
    },
    'BigInt.asUintN': () => {
      for (let i = 0; i < 100; i++) h = byBigInt(h, ids);
    },
    'limit: its steps': () => {
      peers.steps(h, 100 * (8 + (bits / 8) * 16));
    },
  });
}

// Export and import of whole blocks, in the heap.
for (const [label, nBlocks, shape] of [
  ['2 blocks of 2 MiB', 2, [16, 32, 8, 128]],
  ['64 blocks of 2 MiB', 64, [16, 32, 8, 128]],
  ['4096 blocks of 16 B', 4096, [1, 1, 1, 4]],
]) {
  const cfg = raw.tl_alloc(64, 16) >>> 0;
  new Uint32Array(memory.buffer).set([nBlocks, ...shape, 1, 1], cfg / 4);
  raw.tl_kv_pool_create(cfg, cfg + 32);
  const pool = new Uint32Array(memory.buffer)[(cfg + 32) / 4];
  const ids = raw.tl_alloc(4 * nBlocks, 16) >>> 0;
  raw.tl_kv_alloc(pool, nBlocks, ids);
  for (let id = 0; id < nBlocks; id++) raw.tl_kv_set_fill(pool, id, shape[0]);
  const block = shape.reduce((product, n) => product * n, 4);
  const total = 32 + nBlocks * (12 + block);
  const out = raw.tl_alloc(total, 64) >>> 0;
  const copied = q + nBlocks * block;
  peers.memory.grow(Math.max(0, Math.ceil((copied + total - peers.memory.buffer.byteLength) / 65536)));
  compare('Export, WebAssembly', label, 'GB/s', total, {
    tlkv: () => raw.tl_kv_export(pool, ids, nBlocks, out, total, cfg + 40),
    'memory.copy, then slicing-by-8': () => {
      peers.copy_out(copied, q, nBlocks, block);
      peers.slicing_by_8(copied, total, -1);
    },
    'both, block by block': () => peers.copy_and_sum(copied, q, nBlocks, block),
    'limit: memory.copy': () => peers.copy_out(copied, q, nBlocks, block),
  });
  for (let id = 0; id < nBlocks; id++) raw.tl_kv_unref(pool, id);
  compare('Import, WebAssembly', label, 'GB/s', total, {
    tlkv: () => {
      raw.tl_kv_import(pool, out, total, ids);
      for (let id = 0; id < nBlocks; id++) raw.tl_kv_unref(pool, id);
    },
    'slicing-by-8, then memory.copy': () => {
      peers.slicing_by_8(copied, total, -1);
      peers.copy_in(copied, q, nBlocks, block);
    },
    'limit: memory.copy': () => peers.copy_in(copied, q, nBlocks, block),
  });
  raw.tl_kv_pool_destroy(pool);
  for (const pointer of [cfg, ids, out]) raw.tl_free(pointer);
}
