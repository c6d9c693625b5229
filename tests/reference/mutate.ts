// Damaged envelopes for differential tests: the same seed gives the same ones on every machine.
import { crc32c } from './crc32c';

/** Numbers in [0, limit), from a 32-bit seed (mulberry32). */
export function random(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
}

/** Numbers that break things: bounds of 8, 16, 31 and 32 bits, and n for which 28 * n wraps around at 2^32. */
const edges = [
  0, 1, 2, 3, 4, 16, 0xff, 0x100, 0xffff, 0x10000, 0x40000001, 0x7fffffff, 0x80000000, 0xffffffff,
];

type Random = (limit: number) => number;
type Change = (bytes: Uint8Array, next: Random) => Uint8Array;

function setUint32(bytes: Uint8Array, at: number, value: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  if (at + 4 <= copy.length) new DataView(copy.buffer).setUint32(at, value, true);
  return copy;
}

const edge = (next: Random) => pick(edges, next);

/** Where a record of the file begins, by what its header says; 28 where that makes no sense. */
function someRecord(bytes: Uint8Array, next: Random): number {
  if (bytes.length < 32) return 28;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const dims = [12, 16, 20, 24].map((at) => view.getUint32(at, true));
  const size = 12 + 4 * dims.reduce((product, dim) => product * dim, 1);
  return 28 + size * next(Math.max(1, Math.floor((bytes.length - 32) / size)));
}

/** What can happen to a file, by the part it happens to. */
const changes: Change[][] = [
  // any bit, any byte
  [
    (bytes, next) => {
      const at = next(bytes.length);
      return bytes.map((byte, i) => (i === at ? byte ^ (1 << next(8)) : byte));
    },
    (bytes, next) => {
      const at = next(bytes.length);
      const value = next(256);
      return bytes.map((byte, i) => (i === at ? value : byte));
    },
  ],
  // the header: two bytes of it, n_blocks, a dimension, two dimensions exchanged (the length stays right)
  [
    (bytes, next) => {
      const at = 2 * next(14);
      const value = next(3);
      return bytes.map((byte, i) => (i === at ? value : i === at + 1 ? 0 : byte));
    },
    (bytes, next) => setUint32(bytes, 8, edge(next)),
    (bytes, next) => setUint32(bytes, 12 + 4 * next(4), edge(next)),
    (bytes, next) => {
      const [a, b] = [12 + 4 * next(4), 12 + 4 * next(4)];
      if (bytes.length < 28) return bytes;
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      return setUint32(setUint32(bytes, a, view.getUint32(b, true)), b, view.getUint32(a, true));
    },
  ],
  // a record: its n_tokens, half of its hash, all of it
  [
    (bytes, next) => setUint32(bytes, someRecord(bytes, next) + 8, edge(next)),
    (bytes, next) => setUint32(bytes, someRecord(bytes, next) + 8, 1 + next(4)),
    (bytes, next) => setUint32(bytes, someRecord(bytes, next), next(3)),
    (bytes, next) => {
      const at = someRecord(bytes, next);
      return setUint32(setUint32(bytes, at, 0), at + 4, 0);
    },
  ],
  // the length: cut, longer, a piece twice, a piece left out
  [
    (bytes, next) => bytes.slice(0, next(bytes.length + 1)),
    (bytes, next) => Uint8Array.from([...bytes, ...Array.from({ length: 1 + next(40) }, () => next(256))]),
    (bytes, next) => {
      const from = next(bytes.length + 1);
      const to = Math.min(bytes.length, from + next(64));
      return Uint8Array.from([...bytes.slice(0, to), ...bytes.slice(from)]);
    },
    (bytes, next) => {
      const from = next(bytes.length + 1);
      return Uint8Array.from([...bytes.slice(0, from), ...bytes.slice(from + next(64))]);
    },
  ],
];

const pick = <T>(list: readonly T[], next: Random) => list[next(list.length)] as T;

/** `bytes` with the checksum of what now stands before it. */
function seal(bytes: Uint8Array): Uint8Array {
  if (bytes.length < 4) return bytes;
  return setUint32(bytes, bytes.length - 4, crc32c(bytes.subarray(0, bytes.length - 4)));
}

/** `count` mutants of `originals`, one change each and sometimes a second, three of four sealed again. */
export function* mutants(
  originals: readonly Uint8Array[],
  count: number,
  seed: number,
): Generator<Uint8Array> {
  const next = random(seed);
  for (let i = 0; i < count; i++) {
    let bytes = pick(originals, next);
    for (let left = next(4) === 0 ? 2 : 1; left > 0; left--)
      bytes = pick(pick(changes, next), next)(bytes, next);
    yield next(4) > 0 ? seal(bytes) : bytes;
  }
}
