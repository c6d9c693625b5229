import { integer, u32 } from './check.ts';

/** A sequence id, or a number of tokens: a safe integer >= 0. */
export function sequenceId(value: unknown, call: string, name: string): number {
  return integer(value, call, name, 0, Number.MAX_SAFE_INTEGER);
}

/** A list of them, as the core takes it. */
export function sequenceIds(value: ArrayLike<number>, call: string, name: string): BigUint64Array {
  if (typeof value !== 'object' || value === null || !('length' in value)) {
    throw new TypeError(`${call}: ${name} must be an array of integers`);
  }
  const ids = new BigUint64Array(u32(value.length, call, `${name}.length`));
  for (let i = 0; i < ids.length; i++) ids[i] = BigInt(sequenceId(value[i], call, `${name}[${i}]`));
  return ids;
}
