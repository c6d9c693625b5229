/**
 * What stands in a block for a token. A model computes K and V from the tokens; the scenarios have no
 * model, so they write values that spell the token: K holds its digits to the base 2048, which f16
 * keeps exactly, and V half of each. The page reads the tokens of a tile back from the pool's memory.
 */
import { f16ToNumber, numberToF16 } from './f16.ts';

/** head_dim of the pools of the scenarios; one layer, one head. */
export const TOKEN_DIMS = 4;
const BASE = 2048;

/** The K values of tokens, [tokens][TOKEN_DIMS]. Tokens are integers in 0..2^32-1. */
export function keysOf(tokens: readonly number[]): Uint16Array {
  return spell(tokens, 1);
}

export function valuesOf(tokens: readonly number[]): Uint16Array {
  return spell(tokens, 0.5);
}

/** The token whose K row begins at `at`. */
export function tokenAt(keys: Uint16Array, at: number): number {
  let token = 0;
  for (let digit = 2; digit >= 0; digit--) token = token * BASE + f16ToNumber(keys[at + digit] ?? 0);
  return token;
}

function spell(tokens: readonly number[], factor: number): Uint16Array {
  const bits = new Uint16Array(tokens.length * TOKEN_DIMS);
  tokens.forEach((token, row) => {
    let rest = token;
    for (let digit = 0; digit < 3; digit++) {
      bits[row * TOKEN_DIMS + digit] = numberToF16((rest % BASE) * factor);
      rest = Math.floor(rest / BASE);
    }
  });
  return bits;
}
