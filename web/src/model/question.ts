/** Questions before a step, and the pool's verdict on the answers. */
import { blockOf } from './block.ts';
import type { Call } from './call.ts';
import { type Claim, parseClaim } from './claim.ts';
import type { Frame, Moment, Step } from './session.ts';
import { count, list } from './why.ts';

export interface Choice {
  readonly text: string;
  /** All of them hold if the choice is right. */
  readonly claims: string;
}

/** "next" lets the page ask what fits the call. */
export type Question = 'next' | { readonly question: string; readonly choices: readonly Choice[] };

export interface Asked {
  readonly question: string;
  readonly choices: readonly Choice[];
}

/** Whether a choice is what happened. */
export function holds(choice: Choice, frame: Frame): boolean {
  return claimsOf(choice.claims).every((claim) => claim(frame));
}

/** Reads `ask` of a scenario: "next", or a question with at least two choices and their claims. */
export function parseQuestion(data: unknown): Question {
  if (data === 'next') return data;
  const { question, choices } = (data ?? {}) as { question?: unknown; choices?: unknown };
  if (typeof question !== 'string' || !Array.isArray(choices) || choices.length < 2)
    throw new Error('ask must be "next", or have a question and at least two choices');
  return { question, choices: choices.map(parseChoice) };
}

function parseChoice(data: unknown): Choice {
  const { text, claims } = (data ?? {}) as { text?: unknown; claims?: unknown };
  if (typeof text !== 'string' || typeof claims !== 'string')
    throw new Error('a choice must have a text, and claims such as "copy, 1 ref 1"');
  claimsOf(claims);
  return { text, claims };
}

function claimsOf(text: string): Claim[] {
  return text.split(',').map((part) => {
    const claim = parseClaim(part);
    if (!claim) throw new Error(`"${part.trim()}" is no claim about a step`);
    return claim;
  });
}

/** The question before a step, as it is put to the reader. `before` is the pool at that moment. */
export function ask(
  question: Question,
  { call, index, short }: Pick<Step, 'call' | 'index' | 'short'>,
  before: Moment,
): Asked | undefined {
  if (question !== 'next') return question;
  const asked = askOf(call, short, before);
  if (!asked) return undefined;
  // The right choice must not always stand in the same place, and a step always asks the same way.
  const turn = index % asked.choices.length;
  return { ...asked, choices: [...asked.choices.slice(turn), ...asked.choices.slice(0, turn)] };
}

function askOf(call: Call, short: string, { snapshot }: Moment): Asked | undefined {
  const choice = (text: string, claims: string): Choice => ({ text, claims });
  switch (call.fn) {
    case 'unref': {
      const { ref, state } = blockOf(snapshot, call.id);
      const what =
        call.seq === undefined
          ? `A reference to block ${call.id} is given back`
          : `${call.seq} lets go of block ${call.id}`;
      const choices = [
        choice('Free, on top of the free stack.', `accepted, ${call.id} free`),
        choice('Cached, as the newest of the LRU list.', `accepted, ${call.id} cached`),
        choice('The call is refused.', 'refused'),
      ];
      if (state === 'used')
        choices.unshift(choice(`Still used, with ref ${Math.max(1, ref - 1)}.`, `${call.id} used`));
      return {
        question: `${what}. What will the block be?`,
        choices,
      };
    }
    case 'cow': {
      const taken = snapshot.free[0] ?? snapshot.lru[0];
      const choices = [choice(`Block ${call.id} itself: it may write in place.`, 'in place')];
      if (taken !== undefined) choices.push(choice(`A copy, in block ${taken}.`, `copy, takes ${taken}`));
      choices.push(choice('Nothing: the call is refused.', 'refused'));
      return {
        question: `${call.seq ?? 'A holder'} wants to write into block ${call.id}. What does it get?`,
        choices,
      };
    }
    case 'lookup':
      return {
        question: `Will ${short} find a block?`,
        choices: [
          choice('Yes, and the block gets one more reference.', 'hit'),
          choice('No: nothing is registered under this hash.', 'miss'),
        ],
      };
    case 'alloc':
      return askOfAlloc(call.n, call.seq, [...snapshot.free], [...snapshot.lru]);
    case 'register':
      return {
        question: `Will the pool register block ${call.id}?`,
        choices: [
          choice('Yes: it gets its name.', `accepted, ${call.id} named`),
          choice('No: the call is refused, and the block stays as it is.', 'refused'),
        ],
      };
    default:
      return undefined;
  }
}

function askOfAlloc(n: number, seq: string, free: number[], lru: number[]): Asked {
  const takes = (ids: number[]): Choice => ({
    text: `${n === 1 ? 'Block' : 'Blocks'} ${list(ids)}.`,
    claims: ['accepted', ...ids.map((id) => `takes ${id}`)].join(', '),
  });
  const orders = [
    [...free, ...lru],
    [...free, ...lru.toReversed()],
    [...lru, ...free],
    [...free, ...lru].toSorted((a, b) => b - a),
  ];
  const choices = new Map<string, Choice>();
  for (const order of orders) {
    const ids = order.slice(0, n).toSorted((a, b) => a - b);
    if (ids.length === n && n > 0) choices.set(ids.join(), takes(ids));
  }
  choices.set('none', { text: 'None: the call is refused.', claims: 'refused' });
  return {
    question: `${seq} asks for ${count(n, 'block')}. Which will it get?`,
    choices: [...choices.values()],
  };
}
