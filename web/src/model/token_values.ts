/**
 * What stands in a block for a token. A model computes K and V from the tokens; the scenarios have no
 * model, so they write values that spell the token: its digits to the base 2048, which f16 keeps exactly,
 * go into K, and half of each into V. The page reads the tokens of a tile back from the pool's memory.
 */
import { f16ToF32, f32ToF16, type KvPool, type KvPoolConfig } from 'tlkv';

const BASE = 2048;
const DIGITS = 3;

interface Place {
  readonly layer: number;
  readonly head: number;
  readonly dim: number;
}

export class TokenValues {
  /** The largest token that the values of one position can spell. */
  readonly limit: number;
  private readonly places: readonly (Place | undefined)[];
  /** Every digit, and half of it, as f16 bits. */
  private readonly whole: Uint16Array;
  private readonly half: Uint16Array;

  constructor(private readonly config: KvPoolConfig) {
    const values = config.nLayers * config.nKvHeads * config.headDim;
    this.limit = Math.min(2 ** 32 - 1, BASE ** Math.min(values, DIGITS) - 1);
    this.places = Array.from({ length: DIGITS }, (_, digit) => this.placeOf(digit));
    const digits = new Float32Array(BASE).map((_, digit) => digit);
    this.whole = f32ToF16(digits);
    this.half = f32ToF16(digits.map((digit) => digit / 2));
  }

  /** Writes the tokens, none above the limit, into every layer and head of a block from position `at` on. */
  write(pool: KvPool, id: number, at: number, tokens: readonly number[]): void {
    const { nLayers, nKvHeads, headDim, blockTokens } = this.config;
    for (let layer = 0; layer < nLayers; layer++) {
      const [k, v] = [pool.block(id, layer, 'k').array, pool.block(id, layer, 'v').array];
      for (let head = 0; head < nKvHeads; head++)
        for (let i = 0; i < tokens.length; i++) {
          const begin = (head * blockTokens + at + i) * headDim;
          k.fill(0, begin, begin + headDim);
          v.fill(0, begin, begin + headDim);
          for (let digit = 0; digit < DIGITS; digit++) {
            const place = this.places[digit];
            if (!place || (headDim < DIGITS && (place.layer !== layer || place.head !== head))) continue;
            const value = Math.floor((tokens[i] as number) / BASE ** digit) % BASE;
            k[begin + place.dim] = this.whole[value] as number;
            v[begin + place.dim] = this.half[value] as number;
          }
        }
    }
  }

  /** The tokens that the first `fill` positions of a block spell; undefined for values that spell none. */
  read(pool: KvPool, id: number, fill: number): (number | undefined)[] {
    const { headDim, blockTokens, nKvHeads, nLayers } = this.config;
    if (fill === 0) return [];
    // No more of a slab than the heads in which digits stand.
    const length = Math.ceil(DIGITS / headDim) * blockTokens * headDim;
    const slab = (layer: number, which: 'k' | 'v') =>
      f16ToF32(pool.block(id, layer, which).array.subarray(0, length));
    const layers = headDim * nKvHeads >= DIGITS ? 1 : Math.min(nLayers, DIGITS);
    const slabs = Array.from({ length: layers }, (_, layer) => ({
      k: slab(layer, 'k'),
      v: slab(layer, 'v'),
    }));
    return Array.from({ length: fill }, (_, at) => {
      let token = 0;
      for (let digit = DIGITS - 1; digit >= 0; digit--) {
        const place = this.places[digit];
        const index = place && (place.head * blockTokens + at) * headDim + place.dim;
        const { k, v } = (place && slabs[place.layer]) ?? {};
        const value = index === undefined ? 0 : (k?.[index] as number);
        if (!Number.isInteger(value) || value < 0 || value >= BASE) return undefined;
        if (index !== undefined && v?.[index] !== value / 2) return undefined;
        token = token * BASE + value;
      }
      return token <= this.limit ? token : undefined;
    });
  }

  /** Where a digit stands: in the first dims of a head, or, where heads are narrower, in the heads and layers that follow. */
  private placeOf(digit: number): Place | undefined {
    const { headDim, nKvHeads, nLayers } = this.config;
    const head = Math.floor(digit / headDim);
    const layer = Math.floor(head / nKvHeads);
    return layer < nLayers ? { layer, head: head % nKvHeads, dim: digit % headDim } : undefined;
  }
}
