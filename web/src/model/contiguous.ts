/**
 * The same requests without paging: each gets one array, as long as the longest request that may come, for as
 * long as it lives. Worked out from the calls that were made on the real pool and from the pool's own fills.
 */
import { blockOf } from './block.ts';
import { accepted, type Call, type Outcome } from './call.ts';
import type { Frame, Session, Step } from './session.ts';

/** Positions of K and V: reserved for somebody, filled with tokens, and the rest. */
export interface Slots {
  readonly reserved: number;
  readonly filled: number;
  readonly wasted: number;
}

export interface Row {
  readonly seq: string;
  readonly tokens: number;
  /** Which array; undefined while the request waits for one. */
  readonly array: number | undefined;
}

export interface Contiguous extends Slots {
  /** Positions of an array, and how many arrays fit into the memory of the pool. */
  readonly longest: number;
  readonly arrays: number;
  /** In the order in which the requests came. */
  readonly rows: readonly Row[];
  /** Requests longer than an array. */
  readonly tooLong: readonly string[];
}

/** `longest` is the assumption: positions reserved for each request. */
export function contiguousAt(session: Session, longest: number): Contiguous {
  const { after } = session.frame;
  const { nBlocks, blockTokens, fill } = after.snapshot;
  const arrays = Math.floor((nBlocks * blockTokens) / longest);
  const rows = [...placesAt(session.steps, session.position, after.pool, arrays)].map(([seq, array]) => {
    const table = after.tables.get(seq) ?? [];
    return { seq, tokens: table.reduce((sum, id) => sum + (fill[id] ?? 0), 0), array };
  });
  const placed = rows.filter(({ array }) => array !== undefined);
  const reserved = placed.length * longest;
  const filled = placed.reduce((sum, { tokens }) => sum + Math.min(tokens, longest), 0);
  const tooLong = rows.filter(({ tokens }) => tokens > longest).map(({ seq }) => seq);
  return { longest, arrays, rows, tooLong, reserved, filled, wasted: reserved - filled };
}

export interface Paged extends Slots {
  /** Positions of blocks that nobody holds and that keep their tokens in case they come again. */
  readonly cached: number;
  /** Tokens that a request has without a place of their own, as another one holds the same block. */
  readonly shared: number;
}

export function pagedAt({ after }: Frame): Paged {
  const { nBlocks, blockTokens } = after.snapshot;
  let used = 0;
  let filled = 0;
  let cached = 0;
  for (let id = 0; id < nBlocks; id++) {
    const { state, fill } = blockOf(after.snapshot, id);
    if (state === 'cached') cached++;
    if (state !== 'used') continue;
    used++;
    filled += fill;
  }
  const wanted = [...after.tables.values()].flat();
  const seen = new Set<number>();
  const shared = wanted.reduce((sum, id) => {
    if (seen.has(id)) return sum + blockOf(after.snapshot, id).fill;
    seen.add(id);
    return sum;
  }, 0);
  const reserved = used * blockTokens;
  return { reserved, filled, wasted: reserved - filled, cached: cached * blockTokens, shared };
}

/** The assumption where none is made: the power of two that has room for the longest sequence of the log. */
export function longestOf(session: Session): number {
  let most = 1;
  const tokens = new Map<string, number>();
  for (const { pool, seq, call, outcome } of holdings(session.steps)) {
    const key = `${pool} ${seq}`;
    const now = (tokens.get(key) ?? 0) + entries(call, outcome);
    tokens.set(key, now);
    most = Math.max(most, now * session.size.tokens);
  }
  return 2 ** Math.ceil(Math.log2(most));
}

/** Which array each living request of a pool has: the lowest free one; who finds none waits for the first. */
function placesAt(
  steps: readonly Step[],
  position: number,
  pool: string,
  arrays: number,
): Map<string, number | undefined> {
  const places = new Map<string, number | undefined>();
  const held = new Map<string, number>();
  const taken = new Set<number>();
  const place = (seq: string) => {
    let at = 0;
    while (taken.has(at)) at++;
    places.set(seq, at < arrays ? at : undefined);
    if (at < arrays) taken.add(at);
  };
  for (const { pool: name, seq, call, outcome } of holdings(steps.slice(0, position))) {
    if (name !== pool) continue;
    const count = (held.get(seq) ?? 0) + entries(call, outcome);
    held.set(seq, count);
    if (count > 0 && !places.has(seq)) place(seq);
    const array = places.get(seq);
    if (count > 0 || !places.delete(seq) || array === undefined) continue;
    taken.delete(array);
    const next = [...places].find(([, at]) => at === undefined)?.[0];
    if (next !== undefined) place(next);
  }
  return places;
}

/** The accepted calls that change what a sequence holds, each with its pool. */
function* holdings(
  steps: readonly Step[],
): Generator<{ pool: string; seq: string; call: Call; outcome: Outcome }> {
  let pool = 'p';
  for (const { call, outcome } of steps) {
    if (call.fn === 'pool') pool = call.name;
    const seq = 'seq' in call ? call.seq : undefined;
    if (seq !== undefined && accepted(outcome)) yield { pool, seq, call, outcome };
  }
}

/** How many entries of a block table a call adds. */
function entries(call: Call, outcome: Outcome): number {
  switch (call.fn) {
    case 'alloc':
    case 'lookup':
    case 'import':
      return outcome.ids.length;
    case 'ref':
      return 1;
    case 'unref':
      return -1;
    default:
      return 0;
  }
}
