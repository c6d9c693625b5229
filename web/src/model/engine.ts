/**
 * From a command to calls. The verbs are what a serving engine does with the C ABI: it decides what to
 * ask for from its own tables and the answers it gets, and nothing else. Each call is yielded and the
 * pool's outcome comes back.
 */
import { blockHash } from 'tlkv';
import { accepted, type Call, type Outcome } from './call.ts';
import { type Command, CommandError, type HashArgument } from './command.ts';
import { envelopeOf } from './envelopes.ts';
import type { Machine, Release } from './machine.ts';

export type Calls = Generator<Call, void, Outcome>;

/** Throws CommandError where the command makes no sense to the caller, before any call is made. */
export function expand(command: Command, machine: Machine): Calls {
  switch (command.verb) {
    case 'alloc':
      return one({ fn: 'alloc', n: command.n, seq: command.seq ?? freshName(machine) });
    case 'ref':
      return one({ fn: 'ref', id: command.id, ...seqOf(command) });
    case 'unref':
    case 'cow':
      return one({ fn: command.verb, id: command.id, ...holderOf(machine, command.id, command.seq) });
    case 'write':
      spellable(machine, command.tokens);
      return one(write(command.id, machine.pool.fill(command.id), command.tokens));
    case 'fill':
      return one({ fn: 'set_fill', id: command.id, n: command.n });
    case 'register': {
      const hash = command.hash
        ? resolve(machine, command.hash)
        : chainedHash(machine, command.id, command.seq);
      return one({ fn: 'register', id: command.id, hash });
    }
    case 'lookup':
      return one({ fn: 'lookup', hash: resolve(machine, command.hash), ...seqOf(command) });
    case 'open':
      if (machine.tables.has(command.seq)) throw new CommandError(`${command.seq} is open already`);
      spellable(machine, command.tokens);
      return open(machine, command.seq, command.tokens);
    case 'append':
      spellable(machine, command.tokens);
      known(machine, command.seq);
      return append(machine, command.seq, command.tokens);
    case 'fork':
      if (machine.tables.has(command.child)) throw new CommandError(`${command.child} is open already`);
      return fork(known(machine, command.seq), command.child);
    case 'close':
      return close(known(machine, command.seq), command.seq, machine.release);
    case 'export':
      return one({ fn: 'export', ids: known(machine, command.seq), seq: command.seq });
    case 'import':
      return one({ fn: 'import', seq: command.seq, ...envelopeFor(machine, command.envelope) });
    case 'pool':
      return one({ fn: 'pool', name: command.name, made: !machine.hasPool(command.name) });
  }
}

function* one(call: Call): Calls {
  yield call;
}

function* open(machine: Machine, seq: string, tokens: readonly number[]): Calls {
  const size = machine.size.tokens;
  const hashes = chain(tokens, size);
  // One token must be left to compute, so a prompt is never taken from the cache whole.
  const usable = Math.floor((tokens.length - 1) / size);
  const hits: number[] = [];
  for (const hash of hashes.slice(0, usable)) {
    const found = yield { fn: 'lookup', hash, seq };
    if (!accepted(found)) break;
    hits.push(found.ids[0] as number);
  }
  const taken = yield { fn: 'alloc', n: Math.ceil(tokens.length / size) - hits.length, seq };
  if (!accepted(taken)) {
    for (const id of hits.reverse()) yield { fn: 'unref', id, seq };
    return;
  }
  let index = hits.length;
  for (const id of taken.ids) {
    yield write(id, 0, tokens.slice(index * size, (index + 1) * size));
    const hash = hashes[index++];
    if (hash !== undefined) yield { fn: 'register', id, hash };
  }
}

function* append(machine: Machine, seq: string, tokens: readonly number[]): Calls {
  const size = machine.size.tokens;
  for (let done = 0; done < tokens.length; ) {
    const last = machine.tables.get(seq)?.at(-1);
    const fill = last === undefined ? 0 : machine.pool.fill(last);
    const partial = last !== undefined && fill > 0 && fill < size;
    const answer = yield partial ? { fn: 'cow', id: last, seq } : { fn: 'alloc', n: 1, seq };
    if (!accepted(answer)) return;
    const id = answer.ids[0] as number;
    const at = partial ? fill : 0;
    const part = tokens.slice(done, done + size - at);
    yield write(id, at, part);
    done += part.length;
    if (at + part.length < size) return;
    const table = known(machine, seq);
    const hash = nameOf(machine, table, table.length - 1);
    if (hash !== undefined) yield { fn: 'register', id, hash };
  }
}

function* fork(table: readonly number[], child: string): Calls {
  for (const id of table) yield { fn: 'ref', id, seq: child };
}

/** Tail first, so that the head of a prefix outlives its tail in the cache; head first to see why not. */
function* close(table: readonly number[], seq: string, release: Release): Calls {
  const order = release === 'tail first' ? table.toReversed() : table;
  for (const id of order) yield { fn: 'unref', id, seq };
}

function write(id: number, at: number, tokens: readonly number[]): Call {
  return { fn: 'set_fill', id, n: at + tokens.length, write: { at, tokens } };
}

/** The chained hashes of the full blocks of a sequence. */
export function chain(tokens: readonly number[], size: number): bigint[] {
  const hashes: bigint[] = [];
  for (let at = 0; at + size <= tokens.length; at += size)
    hashes.push(blockHash(hashes.at(-1) ?? 0n, tokens.slice(at, at + size)));
  return hashes;
}

/**
 * The chained hash of an entry of a block table: of all tokens up to its end, or, where the tokens before it
 * are not known, from the name that the block before it has. Undefined where neither leads to one.
 */
function nameOf(machine: Machine, table: readonly number[], index: number): bigint | undefined {
  const size = machine.size.tokens;
  const blocks = table.slice(0, index + 1).map((id) => machine.tokensOf(id));
  const full = (tokens: (number | undefined)[]): tokens is number[] =>
    tokens.length === size && !tokens.includes(undefined);
  if (blocks.every(full)) return chain(blocks.flat() as number[], size)[index];
  const own = blocks[index];
  const before = table[index - 1];
  const parent = before === undefined ? undefined : machine.snapshot().hash[before];
  return own && full(own) && parent ? blockHash(parent, own) : undefined;
}

function chainedHash(machine: Machine, id: number, seq: string | undefined): bigint {
  const name = seq ?? holders(machine, id)[0];
  if (name === undefined) throw new CommandError(`no sequence holds block ${id}: give the hash`);
  const table = known(machine, name);
  const index = table.indexOf(id);
  if (index < 0) throw new CommandError(`${name} does not hold block ${id}`);
  const hash = nameOf(machine, table, index);
  if (hash !== undefined) return hash;
  const tokens = machine.tokensOf(id);
  if (tokens.includes(undefined))
    throw new CommandError(`the tokens of block ${id} are not known: give the hash`);
  // A block that is not full has no chained hash; the pool refuses it, whatever the hash.
  return blockHash(0n, tokens as number[]);
}

/** Throws CommandError where a position of the pool has too few values to spell a token. */
function spellable(machine: Machine, tokens: readonly number[]): void {
  const { limit } = machine.values;
  const beyond = tokens.find((token) => token > limit);
  if (beyond !== undefined)
    throw new CommandError(
      `the values of a position of this pool spell tokens up to ${limit}, not ${beyond}`,
    );
}

function envelopeFor(machine: Machine, name: string | undefined): { bytes?: Uint8Array } {
  if (name === undefined) {
    if (!machine.wire) throw new CommandError('nothing was exported yet');
    return {};
  }
  const bytes = envelopeOf(name);
  if (bytes) return { bytes };
  const length = /^crc-(\w+)-(\d+)$/.exec(name);
  throw new CommandError(
    length
      ? `the envelope with CRC-32C ${length[1]} (${length[2]} bytes) is not on this page: a link is too short for it`
      : 'the envelope in the link is damaged',
  );
}

function resolve(machine: Machine, hash: HashArgument): bigint {
  if ('value' in hash) return hash.value;
  const value = machine.hashNames.hashOf(hash.name);
  if (value === undefined) throw new CommandError(`no hash is called ${hash.name} yet`);
  return value;
}

function known(machine: Machine, seq: string): readonly number[] {
  const table = machine.tables.get(seq);
  if (!table) throw new CommandError(`no sequence is called ${seq}`);
  return table;
}

export function holders(machine: Machine, id: number): string[] {
  return [...machine.tables].filter(([, table]) => table.includes(id)).map(([name]) => name);
}

/** Whose entry an unref or cow concerns: the one named, or the only holder. */
function holderOf(machine: Machine, id: number, seq: string | undefined): { seq?: string } {
  if (seq !== undefined) {
    if (!known(machine, seq).includes(id)) throw new CommandError(`${seq} does not hold block ${id}`);
    return { seq };
  }
  const names = holders(machine, id);
  if (names.length > 1)
    throw new CommandError(`block ${id} is held by ${names.join(' and ')}: say whose it is`);
  return names[0] === undefined ? {} : { seq: names[0] };
}

function seqOf(command: { seq?: string }): { seq?: string } {
  return command.seq === undefined ? {} : { seq: command.seq };
}

function freshName(machine: Machine): string {
  for (let i = 0; ; i++) {
    const name = i < 26 ? String.fromCharCode(97 + i) : `s${i}`;
    if (!machine.tables.has(name)) return name;
  }
}
