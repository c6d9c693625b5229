import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type EnvelopeContents, type EnvelopeHeader, encodeEnvelope } from 'tlkv';
import { type Command, ContentError, EXIT, UsageError } from './command.ts';
import { fileError, type Input, withInputs } from './input.ts';
import { contentsOfJson } from './pack_json.ts';
import { blocks, halves, SHAPE, scan } from './scan.ts';
import { findingText } from './text.ts';

export const pack: Command = {
  help: `usage: tlkv pack [-o FILE] FILE...

One envelope with the blocks of all files, in order: envelopes that are accepted, or JSON as "tlkv
inspect --json --values" prints it, of the same dimensions. What is written has zeros past each
fill; an envelope without W1 comes out byte for byte.

  -o, --output FILE   where it goes, also where FILE is one of those that are read: it is replaced
                      when the new one is whole. Otherwise standard output, unless it is a terminal

JSON: {"header": {"blockTokens", "nLayers", "nKvHeads", "headDim"},
       "blocks": [{"hash": "0x...", "nTokens", "values": [numbers, or "NaN", "Infinity", ...]}]}
Values are rounded to f16; hash may be left out.

exit status: 0, 1 a file is not what it should be, 2 wrong usage, 3 a file cannot be read or written.
`,
  options: { output: { type: 'string', short: 'o' } },
  async run(args, out) {
    const target = args.text('output') ?? '-';
    if (target === '') throw new UsageError('--output must name a file');
    if (target === '-' && out.isTerminal) {
      throw new UsageError('an envelope is nothing for a terminal: give --output FILE');
    }
    const envelope = await withInputs(args.files(1, Infinity), async (...inputs) => merge(inputs));
    if (target === '-') await out.bytes(envelope);
    else replaceFile(target, envelope);
    return EXIT.good;
  },
};

const LIMIT = 2 ** 31;

/** The blocks of all inputs in one envelope. */
function merge(inputs: readonly Input[]): Uint8Array {
  const total = inputs.reduce((sum, { size }) => sum + size, 0);
  if (total >= LIMIT) {
    throw new ContentError(`${total} bytes in all; it is put together in memory, below ${LIMIT} bytes`);
  }
  const parts = inputs.map((input) => ({ input, contents: contentsOf(input) }));
  const [first] = parts as [(typeof parts)[0]];
  for (const { input, contents } of parts) {
    for (const field of SHAPE) {
      if (contents[field] === first.contents[field]) continue;
      throw new ContentError(
        `${input.name}: ${field} is ${contents[field]}, but ${first.contents[field]} in ${first.input.name}`,
      );
    }
  }
  return encode({ ...first.contents, blocks: parts.flatMap(({ contents }) => contents.blocks) }, inputs);
}

function contentsOf(input: Input): EnvelopeContents {
  const magic = Buffer.from(input.read(0, Math.min(4, input.size))).toString('latin1');
  if (magic !== 'TLKV') return contentsOfJson(input);
  const report = scan(input);
  const [finding] = report.findings;
  if (finding !== undefined) throw new ContentError(`${input.name}: ${findingText(finding)}`);
  const list = Array.from(blocks(input, report), ({ hash, nTokens, offset, payloadOffset, byteLength }) => ({
    hash,
    nTokens,
    payload: halves(input.read(payloadOffset, offset + byteLength)),
  }));
  return { ...(report.header as EnvelopeHeader), blocks: list };
}

/** What the package says against the contents, under the names of the files. */
function encode(contents: EnvelopeContents, inputs: readonly Input[]): Uint8Array {
  try {
    return encodeEnvelope(contents);
  } catch (error) {
    const names = inputs.map(({ name }) => name).join(', ');
    throw new ContentError(`${names}: ${(error as Error).message.replace(/^encodeEnvelope: /, '')}`);
  }
}

/** Writes beside the file and then takes its place, so that it is never there in part. */
function replaceFile(path: string, data: Uint8Array): void {
  try {
    const old = statSync(path, { throwIfNoEntry: false });
    if (old !== undefined && !old.isFile()) {
      writeFileSync(path, data); // a device or a pipe
      return;
    }
    const target = old === undefined ? path : realpathSync(path);
    const temporary = `${target}.${process.pid}.part`;
    try {
      writeFileSync(temporary, data, { flag: 'wx', mode: old?.mode ?? 0o666 });
      renameSync(temporary, target);
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (error) {
    throw fileError(path, error);
  }
}
