import { integer, lengthOf, U32_MAX } from './check.ts';

/** A sequence id, or a number of tokens: a safe integer >= 0. */
export function sequenceId(value: unknown, call: string, name: string): number {
  return integer(value, call, name, 0, Number.MAX_SAFE_INTEGER);
}

/** A list of them, as the core takes it. */
export function sequenceIds(value: ArrayLike<number>, call: string, name: string): BigUint64Array {
  const length = lengthOf(value, call, name, 'integers');
  // As words, not as bigints, which are made one by one. They grow as they come: a length may be made up.
  let words = new Uint32Array(128);
  for (let i = 0; i < length; i++) {
    const id = value[i] as number;
    // Most are small, and known at a glance.
    if (id >>> 0 !== id && (!Number.isSafeInteger(id) || id < 0)) sequenceId(id, call, `${name}[${i}]`);
    if (i * 2 === words.length) {
      const more = new Uint32Array(words.length * 2);
      more.set(words);
      words = more;
    }
    words[i * 2] = id;
    if (id > U32_MAX) words[i * 2 + 1] = id / 2 ** 32;
  }
  return new BigUint64Array(words.buffer, 0, length);
}
