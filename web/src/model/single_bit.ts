/**
 * The single bits that would explain a wrong CRC-32C. A CRC is linear: turning over one bit changes it by a
 * value that depends only on how far that bit stands from the end. So the difference between the two CRCs
 * tells the distance, by a discrete logarithm (baby steps and giant steps), whatever the length of the file.
 */

const POLYNOMIAL = 0x82f63b78;
/** The changes repeat after so many bits (256 MiB): in a longer file several bits explain the same difference. */
export const PERIOD_BITS = 2 ** 31 - 1;
const BABY_STEPS = 2 ** 16;

export interface Bit {
  readonly offset: number;
  /** 0 to 7, lowest first. */
  readonly bit: number;
}

/**
 * All bits of a message of `length` bytes and of the stored CRC after it whose flip would make `stored` right.
 * In file order, the CRC's own bit last; at most `limit`.
 */
export function bitsThatExplain(computed: number, stored: number, length: number, limit = 64): Bit[] {
  const difference = (computed ^ stored) >>> 0;
  if (difference === 0) return [];
  const bits: Bit[] = [];
  const total = length * 8;
  const first = logarithm(difference, Math.min(total, PERIOD_BITS));
  if (first !== undefined) {
    for (let distance = first; distance <= total && bits.length < limit; distance += PERIOD_BITS) {
      // Bits enter the register lowest first: bit b of byte i stands 8 (length - i) - b steps from the end.
      const fromEnd = Math.ceil(distance / 8);
      bits.unshift({ offset: length - fromEnd, bit: fromEnd * 8 - distance });
    }
  }
  if ((difference & (difference - 1)) === 0 && bits.length < limit) {
    const bit = 31 - Math.clz32(difference);
    bits.push({ offset: length + (bit >> 3), bit: bit & 7 });
  }
  return bits;
}

interface Tables {
  /** The register after so many steps from 1: the number of steps. */
  readonly baby: ReadonlyMap<number, number>;
  /** BABY_STEPS back. */
  readonly back: readonly number[];
}

let tables: Tables | undefined;

function makeTables(): Tables {
  const baby = new Map<number, number>();
  for (let steps = 1, register = 1; steps <= BABY_STEPS; steps++) {
    register = step(register);
    baby.set(register, steps);
  }
  let back: readonly number[] = Array.from({ length: 32 }, (_, bit) => unstep((1 << bit) >>> 0));
  // Doubling: each map applied to itself.
  for (let times = 1; times < BABY_STEPS; times *= 2) {
    const once = back;
    back = once.map((image) => apply(once, image));
  }
  return { baby, back };
}

/** The smallest k in 1..limit with step^k(1) = value. */
function logarithm(value: number, limit: number): number | undefined {
  tables ??= makeTables();
  for (let giant = 0, register = value; giant * BABY_STEPS < limit; giant++) {
    const steps = tables.baby.get(register);
    if (steps !== undefined) {
      const k = giant * BABY_STEPS + steps;
      return k <= limit ? k : undefined;
    }
    register = apply(tables.back, register);
  }
  return undefined;
}

/** One zero bit through the register, and back. */
function step(register: number): number {
  return ((register >>> 1) ^ (register & 1 ? POLYNOMIAL : 0)) >>> 0;
}

function unstep(register: number): number {
  return register >>> 31 ? (((register ^ POLYNOMIAL) << 1) | 1) >>> 0 : (register << 1) >>> 0;
}

/** A linear map, given as the images of the 32 single bits. */
function apply(columns: readonly number[], register: number): number {
  let image = 0;
  for (let rest = register; rest !== 0; rest &= rest - 1)
    image ^= columns[31 - Math.clz32(rest & -rest)] as number;
  return image >>> 0;
}
