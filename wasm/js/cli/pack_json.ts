/** The contents of an envelope as JSON. Nothing of it is believed. */
import { type EnvelopeContents, f32ToF16 } from 'tlkv';
import { ContentError, parseInteger } from './command.ts';
import type { Input } from './input.ts';

const U32_MAX = 2 ** 32 - 1;
const U64_LIMIT = 2n ** 64n;
const WORDS: Record<string, number> = {
  '-0': -0,
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
};

export function contentsOfJson(input: Input): EnvelopeContents {
  const fail = (what: string): never => {
    throw new ContentError(`${input.name}: ${what}`);
  };
  const object = (value: unknown, name: string): Record<string, unknown> =>
    typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)
      : fail(`${name} must be an object`);
  const whole = (value: unknown, name: string, max: number): number =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= max
      ? (value as number)
      : fail(`${name} must be an integer in 1..${max}`);
  const list = (value: unknown, name: string): unknown[] =>
    Array.isArray(value) ? value : fail(`${name} must be an array`);

  const root = object(parse(input), 'JSON');
  const header = object(root.header, 'header');
  const field = (name: string) => whole(header[name], `header.${name}`, U32_MAX);
  const shape = {
    blockTokens: field('blockTokens'),
    nLayers: field('nLayers'),
    nKvHeads: field('nKvHeads'),
    headDim: field('headDim'),
  };
  const blocks = list(root.blocks, 'blocks').map((one, i) => {
    const block = object(one, `blocks[${i}]`);
    const hash = block.hash === undefined ? 0n : parseInteger(String(block.hash));
    if (hash === undefined || hash >= U64_LIMIT) {
      return fail(`blocks[${i}].hash must be a string with an integer of 64 bits`);
    }
    const numbers = list(block.values, `blocks[${i}].values`).map((value, j) => {
      const number = typeof value === 'string' ? WORDS[value] : value;
      return typeof number === 'number' ? number : fail(`blocks[${i}].values[${j}] must be a number`);
    });
    return {
      hash,
      nTokens: whole(block.nTokens, `blocks[${i}].nTokens`, shape.blockTokens),
      payload: f32ToF16(numbers),
    };
  });
  return { ...shape, blocks };
}

function parse(input: Input): unknown {
  const text = new TextDecoder().decode(input.read(0, input.size));
  try {
    return JSON.parse(text);
  } catch {
    throw new ContentError(`${input.name}: is neither an envelope nor JSON`);
  }
}
