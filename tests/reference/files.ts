// The files of fixtures/, for every test that goes through them.
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Block, type Shape, writeEnvelope } from './envelope';
import { blockHash } from './hash';
import type { Finding, Header } from './read';

export const fixtures = resolve(import.meta.dirname, '../../fixtures');

/** One entry of expected.json; fixtures/README.md explains the fields. */
export interface Expected {
  file: string;
  bytes: number;
  pool?: Shape;
  accepted: boolean;
  rule: string | null;
  status: string;
  findings: Finding[];
  warnings: Finding[];
  header: Header | null;
  crc: { stored: string; computed: string } | null;
  expectedBytes: string | null;
  blocks: { offset: number; hash: string; nTokens: number }[];
}

/** One case of kv.wire.v1: `values` are f16 bits in [position][layer][K, V][head][dim] order. */
export interface WireCase {
  name: string;
  input: { B: number; L: number; H: number; D: number; tokens: number[]; values: number[] };
  output: { hex: string };
}

export const readFixture = (file: string) => new Uint8Array(readFileSync(join(fixtures, file)));
const readJson = (file: string) => JSON.parse(readFileSync(join(fixtures, file), 'utf8'));

export const expected: Expected[] = readJson('expected.json').files;
export const wireCases: WireCase[] = readJson('golden/cases.json').cases;
export const collision: { parent: string; hash: string; a: number[]; b: number[] } =
  readJson('fnv-collision.json');

/** Every .tlkv file there is, as "directory/name". */
export function envelopeFiles(): string[] {
  const names = readdirSync(fixtures, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.tlkv')).sort();
}

/** The shape and the blocks of a case: full ones hashed as a chain, values brought into payload order. */
export function blocksOf({ B, L, H, D, tokens, values }: WireCase['input']): {
  shape: Shape;
  blocks: Block[];
} {
  const blocks: Block[] = [];
  let parent = 0n;
  for (let start = 0; start < tokens.length; start += B) {
    const nTokens = Math.min(B, tokens.length - start);
    const payload = new Uint16Array(L * 2 * H * B * D);
    for (let position = 0; position < nTokens; position++) {
      for (let slab = 0; slab < L * 2 * H; slab++) {
        for (let d = 0; d < D; d++) {
          const value = values[((start + position) * L * 2 * H + slab) * D + d] as number;
          payload[(slab * B + position) * D + d] = value;
        }
      }
    }
    if (nTokens === B) parent = blockHash(parent, tokens.slice(start, start + B));
    blocks.push({ hash: nTokens === B ? parent : 0n, nTokens, payload });
  }
  return { shape: { blockTokens: B, nLayers: L, nKvHeads: H, headDim: D }, blocks };
}

/** 1,048,704 bytes: eight full blocks without a hash, every payload byte 0x3d. Too large to keep as a file. */
export function largeEnvelope(): Uint8Array {
  const shape = { blockTokens: 16, nLayers: 2, nKvHeads: 8, headDim: 128 };
  const payload = new Uint16Array(2 * 2 * 8 * 16 * 128).fill(0x3d3d);
  return writeEnvelope(shape, Array(8).fill({ hash: 0n, nTokens: 16, payload }));
}
