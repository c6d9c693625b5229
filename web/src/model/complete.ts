/** What can follow on the command line: the words that fit, each with what it stands for. */
import { formatHash } from 'tlkv';
import { blockOf } from './block.ts';
import { USAGE, type Verb } from './command.ts';
import { listed } from './number.ts';
import type { Session } from './session.ts';

export interface Completion {
  /** The whole line with the word in place. */
  readonly line: string;
  readonly word: string;
  readonly about: string;
}

const SHOWN = 8;

export function complete(line: string, session: Session): Completion[] {
  const words = line.trimStart().split(/\s+/);
  const partial = words.at(-1) as string;
  const head = line.slice(0, line.length - partial.length);
  const choices = words.length === 1 ? verbs() : candidates(words[0] as string, words.length - 2, session);
  return choices
    .filter(([word]) => word.startsWith(partial))
    .slice(0, words.length === 1 ? 16 : SHOWN)
    .map(([word, about]) => ({ line: head + word, word, about }));
}

type Word = readonly [word: string, about: string];

function verbs(): Word[] {
  return Object.entries(USAGE).map(([verb, [form, what]]) => [verb, `${form}: ${what}`]);
}

/** By the form of the command: which kind of word stands at a place. */
function candidates(verb: string, place: number, session: Session): Word[] {
  if (!Object.hasOwn(USAGE, verb)) return [];
  const kind = USAGE[verb as Verb][0].split(' ').slice(1)[place]?.replace(/[[\]]/g, '');
  switch (kind) {
    case 'seq':
      return verb === 'register' ? [...sequences(session), ...hashes(session)] : sequences(session);
    case 'id':
      return blocks(verb, session);
    case 'hash':
      return hashes(session);
    default:
      return [];
  }
}

function sequences(session: Session): Word[] {
  return [...session.frame.after.tables].map(([name, table]) => [name, `blocks ${listed(table)}`]);
}

/** Blocks that the command would be accepted for come first. */
function blocks(verb: string, session: Session): Word[] {
  const { snapshot } = session.frame.after;
  const list: Word[] = [];
  for (let id = 0; id < snapshot.nBlocks && list.length < SHOWN * 8; id++) {
    const { state, ref, fill } = blockOf(snapshot, id);
    if (state !== 'used') continue;
    if (verb === 'register' && fill < snapshot.blockTokens) continue;
    list.push([String(id), `${ref > 1 ? `shared ×${ref}` : 'ref 1'}, fill ${fill}`]);
  }
  return list;
}

function hashes(session: Session): Word[] {
  const { snapshot } = session.frame.after;
  return session.hashes.map((hash, at) => {
    const id = snapshot.hash.indexOf(hash);
    return [
      `h${at}`,
      `${formatHash(hash)}, ${id < 0 ? 'not registered' : `block ${id}, ${blockOf(snapshot, id).state}`}`,
    ];
  });
}
