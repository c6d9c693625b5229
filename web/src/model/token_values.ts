/**
 * What stands in a block for a token. A model computes K and V from the tokens; the scenarios have no
 * model, so they write values that spell the token: K holds its digits to the base 2048, which f16
 * keeps exactly, and V half of each. The page reads the tokens of a tile back from the pool's memory.
 */
import { f16ToF32, f32ToF16 } from 'tlkv';

/** head_dim of the pools of the scenarios; one layer, one head. */
export const TOKEN_DIMS = 4;
const BASE = 2048;

/** The K values of tokens as f16 bits, [tokens][TOKEN_DIMS]. Tokens are integers in 0..2^32-1. */
export function keysOf(tokens: readonly number[]): Uint16Array {
  return f32ToF16(tokens.flatMap(digits));
}

export function valuesOf(tokens: readonly number[]): Uint16Array {
  return f32ToF16(tokens.flatMap(digits).map((digit) => digit / 2));
}

/** The tokens spelled by K values. */
export function tokensOf(keys: Uint16Array): number[] {
  const digit = f16ToF32(keys);
  const token = (at: number) =>
    ((digit[at + 2] ?? 0) * BASE + (digit[at + 1] ?? 0)) * BASE + (digit[at] ?? 0);
  return Array.from({ length: keys.length / TOKEN_DIMS }, (_, row) => token(row * TOKEN_DIMS));
}

function digits(token: number): number[] {
  return [token % BASE, Math.floor(token / BASE) % BASE, Math.floor(token / BASE ** 2), 0];
}
