/**
 * The language of scenarios and of free play, one command a line: the calls of the C ABI by short
 * names, and four verbs (open, append, fork, close) that a serving engine builds from them.
 */

import { isEnvelopeName } from './envelopes.ts';

export type HashArgument = { readonly name: string } | { readonly value: bigint };

export type Command =
  | { readonly verb: 'alloc'; readonly n: number; readonly seq?: string }
  | { readonly verb: 'ref' | 'unref' | 'cow'; readonly id: number; readonly seq?: string }
  | { readonly verb: 'write'; readonly id: number; readonly tokens: readonly number[] }
  | { readonly verb: 'fill'; readonly id: number; readonly n: number }
  | { readonly verb: 'register'; readonly id: number; readonly hash?: HashArgument; readonly seq?: string }
  | { readonly verb: 'lookup'; readonly hash: HashArgument; readonly seq?: string }
  | { readonly verb: 'open' | 'append'; readonly seq: string; readonly tokens: readonly number[] }
  | { readonly verb: 'fork'; readonly seq: string; readonly child: string }
  | { readonly verb: 'close' | 'export'; readonly seq: string }
  | { readonly verb: 'import'; readonly seq: string; readonly envelope?: string }
  | { readonly verb: 'pool'; readonly name: string };

export type Verb = Command['verb'];

/** How each command is written, and what it does: the help of the command line. */
export const USAGE: Readonly<Record<Verb, readonly [form: string, what: string]>> = {
  alloc: ['alloc [seq] n', 'take n blocks'],
  ref: ['ref id [seq]', 'one more holder'],
  unref: ['unref id [seq]', 'one holder less'],
  cow: ['cow id [seq]', 'ask to write: a copy if it is shared'],
  write: ['write id token ...', 'put K and V of tokens after the fill'],
  fill: ['fill id n', 'say how many positions hold data'],
  register: ['register id [seq or hash]', 'name a full block by its chained hash'],
  lookup: ['lookup hash [seq]', 'find a registered block and hold it'],
  open: ['open seq token ...', 'begin a sequence, reusing its cached prefix'],
  append: ['append seq token ...', 'add tokens, copying a shared last block'],
  fork: ['fork seq child', 'share every block of seq with child'],
  close: ['close seq', 'end a sequence, last block first'],
  export: ['export seq', 'write its blocks as an envelope'],
  import: ['import seq [envelope]', 'read an envelope, or the last one exported, into new blocks'],
  pool: ['pool name', 'go to another pool, made when first named'],
};

/** A command that cannot be read; the message says what was expected. */
export class CommandError extends Error {}

export function parseCommand(line: string): Command {
  const [verb, ...words] = line.trim().split(/\s+/);
  if (!verb) throw new CommandError('expected a command, such as "alloc a 2"');
  if (!Object.hasOwn(USAGE, verb))
    throw new CommandError(`"${verb}" is not a command: ${Object.keys(USAGE).join(', ')}`);
  const reader = new Words(verb as Verb, words);
  const command = read(verb as Verb, reader);
  reader.end();
  return command;
}

function read(verb: Verb, words: Words): Command {
  switch (verb) {
    case 'alloc': {
      const seq = words.optionalSeq();
      return { verb, n: words.number('n'), ...seq };
    }
    case 'ref':
    case 'unref':
    case 'cow':
      return { verb, id: words.number('id'), ...words.optionalSeq() };
    case 'write':
      return { verb, id: words.number('id'), tokens: words.tokens() };
    case 'fill':
      return { verb, id: words.number('id'), n: words.number('n') };
    case 'register': {
      const id = words.number('id');
      return { verb, id, ...(words.nextIsHash() ? { hash: words.hash() } : words.optionalSeq()) };
    }
    case 'lookup':
      return { verb, hash: words.hash(), ...words.optionalSeq() };
    case 'open':
    case 'append':
      return { verb, seq: words.seq('seq'), tokens: words.tokens() };
    case 'fork':
      return { verb, seq: words.seq('seq'), child: words.seq('child') };
    case 'close':
    case 'export':
      return { verb, seq: words.seq('seq') };
    case 'import':
      return { verb, seq: words.seq('seq'), ...words.optionalEnvelope() };
    case 'pool':
      return { verb, name: words.seq('name') };
  }
}

/** Tokens of one command: enough for any scenario, and no bomb. */
const TOKEN_LIMIT = 100_000;
const HASH_NAME = /^h\d+$/;
const SEQ = /^[a-z][a-z0-9_]*$/;
const SEQ_LENGTH = 12;

class Words {
  private at = 0;

  constructor(
    private readonly verb: Verb,
    private readonly words: readonly string[],
  ) {}

  number(what: string): number {
    return u32(this.next(what), what);
  }

  seq(what: string): string {
    const word = this.next(what);
    if (!isSeq(word)) throw new CommandError(`"${word}" cannot name a sequence: ${whyNotSeq(word)}`);
    return word;
  }

  optionalSeq(): { seq?: string } {
    const word = this.words[this.at];
    return word !== undefined && isSeq(word) ? { seq: this.seq('seq') } : {};
  }

  optionalEnvelope(): { envelope?: string } {
    const word = this.words[this.at];
    if (word === undefined || !isEnvelopeName(word)) return {};
    this.at++;
    return { envelope: word };
  }

  nextIsHash(): boolean {
    const word = this.words[this.at] ?? '';
    return HASH_NAME.test(word) || word.startsWith('0x');
  }

  hash(): HashArgument {
    const word = this.next('a hash');
    if (HASH_NAME.test(word)) return { name: word };
    if (/^0x[0-9a-f]{1,16}$/i.test(word)) return { value: BigInt(word) };
    throw new CommandError(`"${word}" is not a hash: h0, or 0x and up to 16 hex digits`);
  }

  /** Tokens, or ranges of them such as 1..64, to the end of the line. */
  tokens(): number[] {
    const tokens: number[] = [];
    do {
      const [first, last] = range(this.next('a token'));
      if (tokens.length + last - first >= TOKEN_LIMIT)
        throw new CommandError(`at most ${TOKEN_LIMIT} tokens in one command`);
      for (let token = first; token <= last; token++) tokens.push(token);
    } while (this.at < this.words.length);
    return tokens;
  }

  end(): void {
    const word = this.words[this.at];
    if (word !== undefined) throw new CommandError(`"${word}" is one word too many: ${this.usage()}`);
  }

  private next(what: string): string {
    const word = this.words[this.at];
    if (word === undefined) throw new CommandError(`expected ${what}: ${this.usage()}`);
    this.at++;
    return word;
  }

  private usage(): string {
    return USAGE[this.verb][0];
  }
}

function range(word: string): [first: number, last: number] {
  const [from, to, ...more] = word.split('..');
  const first = u32(from as string, 'token');
  const last = to === undefined ? first : u32(to, 'token');
  if (more.length > 0 || last < first)
    throw new CommandError(`"${word}" is no range of tokens, such as 1..64`);
  return [first, last];
}

function isSeq(word: string): boolean {
  return SEQ.test(word) && word.length <= SEQ_LENGTH && !HASH_NAME.test(word);
}

function whyNotSeq(word: string): string {
  if (HASH_NAME.test(word)) return 'it names a hash';
  if (!SEQ.test(word)) return 'a name is a small letter, then small letters, digits and _';
  return `it has ${word.length} characters, a name at most ${SEQ_LENGTH}`;
}

function u32(word: string, what: string): number {
  const value = /^\d{1,10}$/.test(word) ? Number(word) : Number.NaN;
  if (!(value <= 0xffffffff))
    throw new CommandError(`${what} must be an integer in 0..4294967295, got "${word}"`);
  return value;
}
