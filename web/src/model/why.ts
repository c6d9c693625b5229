/** Why a call did what it did: two or three sentences from its own numbers, and the rule behind them. */
import { blockOf } from './block.ts';
import { accepted, type Call } from './call.ts';
import { copyOf } from './changes.ts';
import { grouped } from './number.ts';
import type { Frame, Step } from './session.ts';

export interface Why {
  readonly text: string;
  readonly rule: string;
}

type Of<F extends Call['fn']> = Extract<Call, { fn: F }>;

/** Step 0 tells of the pool as created. `tokens` is the size of a block. */
export function whyOf(frame: Frame, tokens: number, hashName: (hash: bigint) => string): Why {
  const { step } = frame;
  if (!step) {
    const n = frame.balance.blocks;
    return {
      text: `A new pool: ${count(n, 'block')} of ${count(tokens, 'token')}, all free. They stand on the free stack, 0 on top.`,
      rule: 'All memory is taken here; no later call allocates any.',
    };
  }
  if (!accepted(step.outcome)) return refusal(step, frame, hashName);
  const { call } = step;
  switch (call.fn) {
    case 'alloc':
      return allocated(call, step, frame);
    case 'ref':
      return {
        text: `${call.seq ?? 'Somebody'} holds block ${call.id} as well. Nothing is copied: only the count goes up.`,
        rule: 'Whoever shares a block holds one reference.',
      };
    case 'unref':
      return released(call, frame, hashName);
    case 'cow':
      return askedToWrite(call, step, frame);
    case 'set_fill':
      return filled(call, tokens);
    case 'register':
      return {
        text: `Block ${call.id} is full, so its contents get a name: ${hashName(call.hash)}, the hash of its tokens chained to all tokens before them.`,
        rule: 'Only full blocks are named; a named block no longer changes.',
      };
    case 'lookup':
      return found(call, step, frame, hashName);
    case 'export':
      return {
        text: `The ${count(call.ids.length, 'block')} of ${call.seq} are written as an envelope: header, hash, fill and payload of each, and a CRC-32C over all of it. The pool is only read.`,
        rule: 'Positions past the fill are written as zeros.',
      };
    case 'import':
      return imported(call, step, frame);
    case 'pool':
      return {
        text: call.made
          ? `A second pool of the same shape, ${call.name}, as another process would have. It knows nothing of the first.`
          : `From here on the calls go to pool ${call.name}.`,
        rule: 'Pools share nothing.',
      };
  }
}

function allocated(call: Of<'alloc'>, step: Step, frame: Frame): Why {
  const { ids } = step.outcome;
  const free = frame.before.snapshot.free.length;
  const wasCached = (id: number) => blockOf(frame.before.snapshot, id).state === 'cached';
  const evicted = ids.filter(wasCached);
  const fromStack = ids.filter((id) => !wasCached(id));
  const parts = [`${call.seq} needs ${count(call.n, 'block')}.`];
  if (fromStack.length > 0)
    parts.push(
      `The pool takes ${list(fromStack)} from the top of the free stack, with ref 1 and nothing in ${fromStack.length === 1 ? 'it' : 'them'} yet.`,
    );
  if (evicted.length > 0)
    parts.push(
      `${free === 0 ? 'No block is free' : `Only ${free} ${free === 1 ? 'was' : 'were'} free`}, so it evicts ${list(evicted)}, ${leastRecent(frame.before.snapshot.lru.length)}: the old hash leaves the index.`,
    );
  return { text: parts.join(' '), rule: 'Free blocks first, then the oldest cached ones.' };
}

function leastRecent(cached: number): string {
  return cached === 1
    ? 'the only cached block'
    : `the least recently used of ${grouped(cached)} cached blocks`;
}

function released(call: Of<'unref'>, frame: Frame, hashName: (hash: bigint) => string): Why {
  const who = call.seq ?? 'A holder';
  const after = blockOf(frame.after.snapshot, call.id);
  if (after.state === 'used')
    return {
      text: `${who} lets go of block ${call.id}. ${count(after.ref, 'holder')} ${after.ref === 1 ? 'is' : 'are'} left, so it stays used.`,
      rule: 'A block is used as long as somebody holds it.',
    };
  if (after.state === 'free')
    return {
      text: `${who} was the last holder of block ${call.id}. It has no name, so nobody could find it again: it goes back on top of the free stack.`,
      rule: 'At ref 0 an unregistered block becomes free.',
    };
  return {
    text: `${who} was the last holder of block ${call.id}, but it is registered as ${hashName(after.hash)}: it keeps its contents and becomes the newest of the LRU list.`,
    rule: 'At ref 0 a registered block becomes cached.',
  };
}

function askedToWrite(call: Of<'cow'>, step: Step, frame: Frame): Why {
  const rule = 'ref 1 writes in place, ref above 1 copies.';
  const who = call.seq ?? 'The caller';
  const copy = copyOf(call, step.outcome);
  if (!copy)
    return { text: `${who} is the only holder of block ${call.id}, so it may write into it as it is.`, rule };
  const { before } = frame;
  const { ref, fill } = blockOf(before.snapshot, call.id);
  const from = blockOf(before.snapshot, copy.target).state === 'free' ? 'takes' : 'evicts';
  const others = [...before.tables].filter(([name, table]) => name !== call.seq && table.includes(call.id));
  const left = others.length > 0 ? list(others.map(([name]) => name)) : 'the others';
  return {
    text: `Block ${call.id} is shared (ref ${ref}), so ${who} may not write into it. The pool ${from} block ${copy.target}, copies K, V and fill (${count(fill, 'token')}), and leaves ${call.id} to ${left}.`,
    rule,
  };
}

function filled(call: Of<'set_fill'>, tokens: number): Why {
  const rule = 'Positions past the fill hold nothing.';
  const full = call.n === tokens ? 'full' : `${call.n} of ${tokens}`;
  if (!call.write || call.write.tokens.length === 0)
    return {
      text: `Block ${call.id} now says that its first ${count(call.n, 'position')} hold data: ${full}.`,
      rule,
    };
  const { at, tokens: written } = call.write;
  const where = written.length === 1 ? `position ${at}` : `positions ${at} to ${at + written.length - 1}`;
  return {
    text: `K and V of ${written.length === 1 ? 'token' : 'tokens'} ${list(written)} are written at ${where} of block ${call.id}. Its fill says so: ${full}.`,
    rule,
  };
}

function found(call: Of<'lookup'>, step: Step, frame: Frame, hashName: (hash: bigint) => string): Why {
  const id = step.outcome.ids[0] as number;
  const before = blockOf(frame.before.snapshot, id);
  const who = call.seq ?? 'The caller';
  const gain = `${who} gets ${count(before.fill, 'token')} it need not compute.`;
  if (before.state === 'cached')
    return {
      text: `${hashName(call.hash)} leads to block ${id}, which nobody held. It leaves the LRU list with its contents intact: ${gain}`,
      rule: 'A hit takes a reference; a held block cannot be evicted.',
    };
  return {
    text: `${hashName(call.hash)} leads to block ${id}, which is in use already: now ref ${before.ref + 1}. ${gain}`,
    rule: 'A hit takes a reference, whoever else holds the block.',
  };
}

function imported(call: Of<'import'>, step: Step, frame: Frame): Why {
  const { ids } = step.outcome;
  const named = ids.filter((id) => blockOf(frame.after.snapshot, id).hash !== 0n);
  const parts = [
    `The envelope is checked first, then ${call.seq} gets ${count(ids.length, 'new block')}, ${list(ids)}, with its payloads and fills.`,
  ];
  if (named.length > 0)
    parts.push(
      `${list(named)} ${named.length === 1 ? 'is' : 'are'} registered under the hash that came along.`,
    );
  if (named.length < ids.length)
    parts.push('A partial block, or one whose hash is held already, stays unregistered.');
  if (call.bytes) parts.push('An envelope carries no tokens: where its values spell none, a tile shows “?”.');
  return { text: parts.join(' '), rule: 'An import is refused whole or taken whole.' };
}

function refusal(step: Step, frame: Frame, hashName: (hash: bigint) => string): Why {
  const { call, outcome } = step;
  const { free, cached } = frame.balance;
  if (call.fn === 'lookup')
    return {
      text: `No registered block has the hash ${hashName(call.hash)}: these tokens must be computed.`,
      rule: 'A miss is a normal answer and changes nothing.',
    };
  if (outcome.status === 'TL_EFULL')
    return {
      text: `${needed(call)}, but free ${free} + cached ${cached} is ${free + cached}. Nothing was taken.`,
      rule: 'All the blocks asked for, or none.',
    };
  if (call.fn === 'register' && outcome.status === 'TL_EBUSY') {
    const known = frame.after.snapshot.hash.indexOf(call.hash);
    if (known >= 0) return late(call, known, hashName);
  }
  return { text: reasonOf(call, frame), rule: 'A refused call changes nothing.' };
}

function needed(call: Call): string {
  if (call.fn === 'alloc') return `${count(call.n, 'block')} needed`;
  return call.fn === 'import' ? 'An import takes a block for each of the envelope’s' : '1 block needed';
}

/** Two sequences computed the same tokens before either could find the other's: nothing went wrong. */
function late(call: Of<'register'>, known: number, hashName: (hash: bigint) => string): Why {
  return {
    text: `Expected where two compute the same tokens, and no fault: ${hashName(call.hash)} leads to block ${known} already. Block ${call.id} keeps its contents, without a name; look-ups go on finding block ${known}.`,
    rule: 'There is one block for a name: the first one registered.',
  };
}

/** What the refusal protects from. */
function reasonOf(call: Call, frame: Frame): string {
  const { nBlocks } = frame.after.snapshot;
  if ('id' in call && call.id >= nBlocks)
    return `There is no block ${call.id} in a pool of ${count(nBlocks, 'block')}: the ids go from 0 to ${grouped(nBlocks - 1)}.`;
  switch (call.fn) {
    case 'unref':
      return 'No reference is left to give back. Were it accepted, the block would stand on the free stack twice, and two sequences would get the same memory.';
    case 'ref':
    case 'cow':
      return 'Nobody holds this block, so nobody can share it or write into it: take one with alloc, or find one with lookup.';
    case 'set_fill':
      return blockOf(frame.after.snapshot, call.id).hash !== 0n
        ? 'The block has a name, and others may rely on its contents: it no longer changes.'
        : 'The fill counts positions that hold data, in a block that somebody holds.';
    case 'register':
      return 'A name stands for the contents of a full block that is in use, and there is one block for a name.';
    case 'import':
      return 'Not one block was taken. An envelope must keep every rule of the format, and its blocks must have the positions, layers, heads and dim of the pool.';
    default:
      return 'The pool is exactly as it was before the call.';
  }
}

/** `3 blocks`, `1 block` */
export function count(n: number, what: string): string {
  return `${grouped(n)} ${what}${n === 1 ? '' : 's'}`;
}

/** `1`, `1 and 2`, `1, 2 and 3` */
export function list(items: readonly (number | string)[]): string {
  if (items.length > 8) return `${items.slice(0, 7).join(', ')} and ${grouped(items.length - 7)} more`;
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
