import { integer, show, u32 } from './check.ts';

/** A sequence id, or a number of tokens: a safe integer >= 0. */
export function sequenceId(value: unknown, call: string, name: string): number {
  return integer(value, call, name, 0, Number.MAX_SAFE_INTEGER);
}

/** A list of them, as the core takes it. */
export function sequenceIds(value: ArrayLike<number>, call: string, name: string): BigUint64Array {
  if (typeof value !== 'object' || value === null || !('length' in value)) {
    throw new TypeError(`${call}: ${name} must be an array of integers, got ${show(value)}`);
  }
  const length = u32(value.length, call, `${name}.length`);
  const ids: bigint[] = []; // grows as they come: a length may be made up
  for (let i = 0; i < length; i++) ids.push(BigInt(sequenceId(value[i], call, `${name}[${i}]`)));
  return BigUint64Array.from(ids);
}
