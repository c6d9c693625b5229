/** What is set beside the pool: arrays without paging, or another pool that gets the same commands. */
import type { Release } from './machine.ts';
import type { PoolSize } from './pool_size.ts';

export type Beside =
  /** One array of `longest` positions for each request; without it, as the log needs. */
  | { readonly kind: 'contiguous'; readonly longest?: number }
  /** A pool of the same memory in blocks of another size. */
  | { readonly kind: 'tokens'; readonly tokens: number }
  /** The same pool, whose sequences give their blocks back in the other order. */
  | { readonly kind: 'head-first' };

const NONE = 'alone';
const LIMIT = 65536;

/** `contiguous`, `contiguous-32`, `blocks-of-8`, `head-first`; `alone` for nothing. */
export function formatBeside(beside: Beside | undefined): string {
  switch (beside?.kind) {
    case undefined:
      return NONE;
    case 'contiguous':
      return beside.longest === undefined ? 'contiguous' : `contiguous-${beside.longest}`;
    case 'tokens':
      return `blocks-of-${beside.tokens}`;
    case 'head-first':
      return 'head-first';
  }
}

/** `unknown` where the text is none of them. */
export function parseBeside(text: string): Beside | undefined | 'unknown' {
  if (text === NONE) return undefined;
  if (text === 'contiguous' || text === 'head-first') return { kind: text };
  const found = /^(contiguous|blocks-of)-([1-9]\d{0,4})$/.exec(text);
  const number = Number(found?.[2]);
  if (!found || number > LIMIT) return 'unknown';
  if (found[1] === 'contiguous') return { kind: 'contiguous', longest: number };
  return number > 256 ? 'unknown' : { kind: 'tokens', tokens: number };
}

/** The other pool's size: as many positions, or as near as whole blocks come to it from below. */
export function sizeBeside(size: PoolSize, beside: Beside): PoolSize {
  if (beside.kind !== 'tokens') return size;
  return { ...size, blocks: Math.floor((size.blocks * size.tokens) / beside.tokens), tokens: beside.tokens };
}

export function releaseBeside(beside: Beside): Release {
  return beside.kind === 'head-first' ? 'head first' : 'tail first';
}
