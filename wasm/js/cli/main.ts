#!/usr/bin/env node
/** The command line `tlkv`. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { init } from 'tlkv';
import { Arguments, type Command, ContentError, EXIT, UsageError } from './command.ts';
import { diff } from './diff.ts';
import { hash } from './hash.ts';
import { hexdump } from './hexdump.ts';
import { FileError } from './input.ts';
import { inspect } from './inspect.ts';
import { Output } from './output.ts';
import { pack } from './pack.ts';
import { printable } from './text.ts';
import { verify } from './verify.ts';

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries({ inspect, verify, hexdump, hash, diff, pack }),
);

const HELP = `usage: tlkv COMMAND [OPTIONS] FILE...

Looks at .tlkv envelopes of KV-cache blocks, and makes them.

  inspect   what an envelope holds, and every rule that it breaks
  verify    whether a reader accepts it, and if not, why
  hexdump   its bytes, and which field each is of
  hash      the chained block hashes of a prompt
  diff      where two envelopes differ
  pack      one envelope from others, or from JSON

"-" is standard input; a file of that name is "./-". After "--" nothing is an option.
tlkv COMMAND --help says more about a command, tlkv --version the version.

exit status: 0 good; 1 an envelope that breaks a rule, or differs; 2 wrong usage;
3 a file cannot be read or written; 141 the reader of the output has gone.
Of several files, the highest.
`;

async function main(name: string | undefined, rest: readonly string[], out: Output): Promise<number> {
  if (name === undefined) throw new UsageError('a command is needed');
  if (name === '--help' || name === '-h' || name === 'help') {
    await out.text(HELP);
    return EXIT.good;
  }
  if (name === '--version') {
    const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
    await out.line(version);
    return EXIT.good;
  }
  const command = COMMANDS.get(name);
  if (command === undefined) throw new UsageError(`there is no command "${printable(name)}"`);
  const { values, positionals } = parseArgs({
    args: [...rest],
    options: { ...command.options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  if (values.help === true) {
    await out.text(command.help);
    return EXIT.good;
  }
  await init();
  return command.run(new Arguments(positionals, values), out);
}

/** The message of an error on standard error, and the exit code that it means. A bug keeps its stack. */
function report(error: unknown, prefix: string, known: boolean): number {
  const { message, code } = error as NodeJS.ErrnoException;
  const isParsing = code?.startsWith('ERR_PARSE_ARGS') === true;
  const isUsage = error instanceof UsageError || isParsing;
  if (!isUsage && !(error instanceof FileError) && !(error instanceof ContentError)) throw error;
  const line = isParsing ? message.replaceAll('\n', ' ') : message; // parseArgs takes three
  process.stderr.write(`${prefix}: ${printable(line)}\n`);
  if (isUsage) process.stderr.write(`"${known ? prefix : 'tlkv'} --help" says how it is used.\n`);
  return isUsage ? EXIT.usage : error instanceof FileError ? EXIT.io : EXIT.bad;
}

const [name, ...rest] = process.argv.slice(2);
const known = name !== undefined && COMMANDS.has(name);
const out = new Output();
try {
  process.exitCode = await main(name, rest, out);
} catch (error) {
  await out.flush();
  process.exitCode = report(error, known ? `tlkv ${name}` : 'tlkv', known);
}
await out.flush();
