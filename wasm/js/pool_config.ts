import { integer, U32_MAX } from './check.ts';
import { checkShape, type EnvelopeShape, payloadBytes, shapeWords } from './envelope_shape.ts';

/** The dimensions of a pool of f16 blocks, format 1. All are integers of at least 1. */
export interface KvPoolConfig extends EnvelopeShape {
  /** Blocks in the pool. */
  readonly nBlocks: number;
}

/** A checked, frozen copy. */
export function checkConfig(config: KvPoolConfig, call: string): KvPoolConfig {
  const shape = checkShape(config, call, 'config');
  return Object.freeze({ nBlocks: integer(config.nBlocks, call, 'nBlocks', 1, U32_MAX), ...shape });
}

/** The payload bytes of all blocks, exactly. */
export function poolBytes(config: KvPoolConfig): bigint {
  return BigInt(config.nBlocks) * payloadBytes(config);
}

/** struct tl_kv_cfg */
export function configWords(config: KvPoolConfig): number[] {
  const f16 = 1;
  const format = 1;
  return [config.nBlocks, ...shapeWords(config), f16, format];
}
