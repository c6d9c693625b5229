/** A call of the C ABI as data, and as a C programmer writes it. */

/** `seq` names the caller's array that the call reads or fills: the block table of a sequence. */
export type Call =
  | { readonly fn: 'alloc'; readonly n: number; readonly seq: string }
  | { readonly fn: 'ref'; readonly id: number; readonly seq?: string }
  | { readonly fn: 'unref'; readonly id: number; readonly seq?: string }
  | { readonly fn: 'cow'; readonly id: number; readonly seq?: string }
  | { readonly fn: 'set_fill'; readonly id: number; readonly n: number; readonly write?: Written }
  | { readonly fn: 'register'; readonly id: number; readonly hash: bigint }
  | { readonly fn: 'lookup'; readonly hash: bigint; readonly seq?: string }
  | { readonly fn: 'export'; readonly ids: readonly number[]; readonly seq: string }
  /** Of the envelope that was exported last, or of one that was brought along. */
  | { readonly fn: 'import'; readonly seq: string; readonly bytes?: Uint8Array }
  /** Goes on with another pool, which is made when it is first named. */
  | { readonly fn: 'pool'; readonly name: string; readonly made: boolean };

/** K and V of these tokens go into the block from position `at` on, once the pool has accepted the fill. */
export interface Written {
  readonly at: number;
  readonly tokens: readonly number[];
}

export interface Outcome {
  /** "TL_OK" or the status that refused. */
  readonly status: string;
  /** Why it was refused, in the pool's words; "" otherwise. */
  readonly message: string;
  /** The block ids the call answered with. */
  readonly ids: readonly number[];
}

export const OK: Outcome = { status: 'TL_OK', message: '', ids: [] };

export function accepted(outcome: Outcome): boolean {
  return outcome.status === 'TL_OK';
}

/** What C text needs to know of the moment before the call. */
export interface Naming {
  readonly tables: ReadonlyMap<string, readonly number[]>;
  readonly hashName: (hash: bigint) => string;
  /** The variable of the pool that is called. */
  readonly pool: string;
}

/** `alloc(2, a)`: the arguments after the pool, as the log shows them. */
export function shortC(call: Call, naming: Naming): string {
  if (call.fn === 'pool') return call.made ? `pool_create(&cfg, &${call.name})` : `/* pool ${call.name} */`;
  return `${call.fn}(${args(call, naming).join(', ')})`;
}

/** `tl_kv_alloc(p, 2, a);` */
export function fullC(call: Call, naming: Naming): string {
  if (call.fn === 'pool')
    return call.made ? `tl_kv_pool_create(&cfg, &${call.name});` : `/* pool ${call.name} */`;
  return `tl_kv_${call.fn}(${[naming.pool, ...args(call, naming)].join(', ')});`;
}

function args(call: Call, naming: Naming): string[] {
  switch (call.fn) {
    case 'alloc':
      return [String(call.n), target(call, naming)];
    case 'ref':
    case 'unref':
      return [String(call.id)];
    case 'cow':
      return [String(call.id), target(call, naming)];
    case 'set_fill':
      return [String(call.id), String(call.n)];
    case 'register':
      return [String(call.id), naming.hashName(call.hash)];
    case 'lookup':
      return [naming.hashName(call.hash), target(call, naming)];
    case 'export':
      return [call.seq, String(call.ids.length), 'buf', 'cap', '&len'];
    case 'import':
      return ['buf', 'len', call.seq];
    case 'pool':
      return [];
  }
}

/** The C expression that receives block ids: `a`, `&a[2]`, or `&id` where no sequence is named. */
export function target(call: Call, naming: Naming): string {
  const seq = 'seq' in call ? call.seq : undefined;
  if (seq === undefined) return '&id';
  const table = naming.tables.get(seq) ?? [];
  const at = call.fn === 'cow' ? table.lastIndexOf(call.id) : table.length;
  if ((call.fn === 'alloc' || call.fn === 'import') && at === 0) return seq;
  return `&${seq}[${at}]`;
}
