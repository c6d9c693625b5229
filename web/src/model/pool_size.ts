/** The size and the shape of a scenario's pools. */
import { type EnvelopeShape, KvPool, type KvPoolConfig } from 'tlkv';
import { grouped } from './number.ts';

/** `blocks` blocks of `tokens` positions; K and V of one layer and one head of 4 where nothing else is said. */
export interface PoolSize {
  readonly blocks: number;
  readonly tokens: number;
  readonly layers?: number;
  readonly heads?: number;
  readonly dim?: number;
}

/** What the page plays: enough for any scenario, and less than a tab can hold. */
export const LIMITS = { blocks: 65536, tokens: 256, layers: 256, heads: 256, dim: 1024 } as const;
const BYTE_LIMIT = 2 ** 30;
const SPARE_BLOCKS = 4;

export function configOf({ blocks, tokens, layers = 1, heads = 1, dim = 4 }: PoolSize): KvPoolConfig {
  return { nBlocks: blocks, blockTokens: tokens, nLayers: layers, nKvHeads: heads, headDim: dim };
}

/** A pool that takes all blocks of an envelope and has some left for what is played then. */
export function sizeForEnvelope(shape: EnvelopeShape, blocks: number): PoolSize {
  const { blockTokens, nLayers, nKvHeads, headDim } = shape;
  return {
    blocks: blocks + SPARE_BLOCKS,
    tokens: blockTokens,
    layers: nLayers,
    heads: nKvHeads,
    dim: headDim,
  };
}

/** What is wrong with a size, or undefined. */
export function wrongSize(size: PoolSize): string | undefined {
  for (const [name, limit] of Object.entries(LIMITS)) {
    const value = size[name as keyof PoolSize];
    if (value === undefined && name !== 'blocks' && name !== 'tokens') continue;
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > limit)
      return `${name} must be an integer in 1..${limit}`;
  }
  const bytes = KvPool.bytesFor(configOf(size));
  if (bytes <= BYTE_LIMIT) return undefined;
  return `blocks make a pool of ${grouped(bytes)} bytes, more than the page plays with: 1 GiB`;
}

/** `3x2`, or `3x2x1x1x4` where the shape is said. */
export function formatSize({ blocks, tokens, layers, heads, dim }: PoolSize): string {
  const { nLayers, nKvHeads, headDim } = configOf({ blocks, tokens, ...given({ layers, heads, dim }) });
  const plain = layers === undefined && heads === undefined && dim === undefined;
  return plain ? `${blocks}x${tokens}` : [blocks, tokens, nLayers, nKvHeads, headDim].join('x');
}

/** Undefined where the text has not that form. The numbers are not checked. */
export function parseSize(text: string): PoolSize | undefined {
  const found = /^(\d+)x(\d+)(?:x(\d+)x(\d+)x(\d+))?$/.exec(text);
  if (!found) return undefined;
  const [blocks, tokens, layers, heads, dim] = found
    .slice(1)
    .map((word) => (word ? Number(word) : undefined));
  return { blocks: blocks as number, tokens: tokens as number, ...given({ layers, heads, dim }) };
}

function given(parts: Record<'layers' | 'heads' | 'dim', number | undefined>): Partial<PoolSize> {
  return Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined));
}
