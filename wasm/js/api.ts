/** Everything but `init`, whose default source differs from entry to entry. */
export { blockHash, formatHash } from './block_hash.ts';
export { BlockManager, type Slot } from './block_manager.ts';
export type { BlockView } from './block_view.ts';
export { crc32c } from './crc32c.ts';
export { type EnvelopeContents, encodeEnvelope } from './encode_envelope.ts';
export { decodeEnvelope, type Envelope, type EnvelopeBlock } from './envelope.ts';
export type { EnvelopeHeader, EnvelopeReport, Finding } from './envelope_report.ts';
export { EnvelopeScanner } from './envelope_scanner.ts';
export type { EnvelopeShape } from './envelope_shape.ts';
export { OutOfBlocksError, type StatusName, TlkvError } from './errors.ts';
export { f16ToF32, f32ToF16 } from './f16.ts';
export type { InitOptions } from './init.ts';
export { KvPool, type Which } from './kv_pool.ts';
export type { PoolCounters, PoolSnapshot, PoolStats } from './ledger.ts';
export type { CompiledModule, WasmResponse, WasmSource } from './load.ts';
export type { KvPoolConfig } from './pool_config.ts';
export type { Admission, BlockCopy, OpenOptions } from './sequence_types.ts';
export { Sequences } from './sequences.ts';
