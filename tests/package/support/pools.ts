import { KvPool, type KvPoolConfig, TlkvError } from 'tlkv';
import { expect } from 'vitest';

/** Block hashes of tokens 1 2, then 3 4, then 5 6. */
export const H0 = 0xa91ab0c1027b9366n;
export const H1 = 0x03df829571605c60n;
export const H2 = 0x80027b3f723b4730n;

/** B = 2, L = H = 1, D = 2: P = 16. */
export const SMALL: Omit<KvPoolConfig, 'nBlocks'> = { blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 };

export const smallPool = (nBlocks: number) => new KvPool({ nBlocks, ...SMALL });

/** free/used/cached/evictions */
export function stats(pool: KvPool): string {
  const { free, used, cached, evictions } = pool.stats();
  return `${free}/${used}/${cached}/${evictions}`;
}

/** A used, full, registered block. */
export function registered(pool: KvPool, hash: bigint): number {
  const [id] = pool.alloc(1) as unknown as [number];
  pool.setFill(id, pool.config.blockTokens);
  pool.register(id, hash);
  return id;
}

/** The error of a call that must be refused with this code and leave the pool as it was. */
export function refused(pool: KvPool, code: string, call: () => unknown): TlkvError {
  const before = pool.snapshot();
  const error = caught(call);
  expect(error).toBeInstanceOf(TlkvError);
  expect((error as TlkvError).code).toBe(code);
  expect(pool.snapshot()).toEqual(before);
  expect(pool.checkInvariants()).toEqual([]);
  return error as TlkvError;
}

/** What a call throws. */
export function caught(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error(`${call} did not throw`);
}

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
