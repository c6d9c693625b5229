/** What a command of the command line is, and how it reads its arguments. */
import type { ParseArgsConfig } from 'node:util';
import type { Output } from './output.ts';
import { count, printable } from './text.ts';

/** What tlkv answers to the shell; of several files, the highest. */
export const EXIT = { good: 0, bad: 1, usage: 2, io: 3, brokenPipe: 141 } as const;

/** The command line itself is wrong. */
export class UsageError extends Error {}

/** What a file holds is wrong; the message names the file. */
export class ContentError extends Error {}

export interface Command {
  /** What --help prints. */
  readonly help: string;
  readonly options: NonNullable<ParseArgsConfig['options']>;
  /** Does it; the answer is an exit code. */
  run(args: Arguments, out: Output): Promise<number>;
}

/** The arguments of one call, each option checked when it is asked for. */
export class Arguments {
  readonly positionals: readonly string[];
  readonly #values: Readonly<Record<string, unknown>>;

  constructor(positionals: readonly string[], values: Readonly<Record<string, unknown>>) {
    this.positionals = positionals;
    this.#values = values;
  }

  flag(name: string): boolean {
    return this.#values[name] === true;
  }

  text(name: string): string | undefined {
    const value = this.#values[name];
    return typeof value === 'string' ? value : undefined;
  }

  /** An integer in min..max, or undefined where the option is not given. */
  integer(name: string, min: bigint, max: bigint): bigint | undefined {
    const text = this.text(name);
    return text === undefined ? undefined : integer(text, `--${name}`, min, max);
  }

  /** At least min and at most max files; "-" at most once. */
  files(min: number, max: number): readonly string[] {
    const { length } = this.positionals;
    if (length < min || length > max) {
      const wanted = min === max ? count(min, 'file') : `${min} or more files`;
      throw new UsageError(`${wanted} needed, ${length} given`);
    }
    if (this.positionals.filter((name) => name === '-').length > 1) {
      throw new UsageError('standard input (-) can be read only once');
    }
    return this.positionals;
  }
}

/** An integer of the command line, which must be in min..max. */
export function integer(text: string, name: string, min: bigint, max: bigint): bigint {
  const value = parseInteger(text);
  if (value !== undefined && value >= min && value <= max) return value;
  throw new UsageError(
    `${name} must be an integer in ${min}..${max} (decimal, or hexadecimal after 0x), got "${printable(text)}"`,
  );
}

/** Decimal without leading zeros, or 0x and hexadecimal digits. Nothing is read in part. */
export function parseInteger(text: string): bigint | undefined {
  return /^(0|[1-9][0-9]{0,19}|0x[0-9a-f]{1,16})$/i.test(text) ? BigInt(text) : undefined;
}
