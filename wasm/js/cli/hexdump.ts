import { EnvelopeScanner } from 'tlkv';
import { type Command, EXIT } from './command.ts';
import { type Input, withInputs } from './input.ts';
import type { Output } from './output.ts';
import { HEADER_BYTES } from './scan.ts';
import { hex } from './text.ts';

const ROW = 16;
const MAX = BigInt(Number.MAX_SAFE_INTEGER);

export const hexdump: Command = {
  help: `usage: tlkv hexdump [--offset N] [--length N] FILE

The bytes of a file, 16 a row: offset, bytes, ASCII, and the fields of the envelope that begin in
the row. "xxd -r" makes the bytes again.

  --offset N   from byte N on
  --length N   N bytes

exit status: 0, 2 wrong usage, 3 the file cannot be read.
`,
  options: { offset: { type: 'string' }, length: { type: 'string' } },
  async run(args, out) {
    const offset = Number(args.integer('offset', 0n, MAX) ?? 0n);
    const length = Number(args.integer('length', 0n, MAX) ?? MAX);
    await withInputs(args.files(1, 1), (input) => dump(input, offset, length, out));
    return EXIT.good;
  },
};

async function dump(input: Input, offset: number, length: number, out: Output): Promise<void> {
  const fieldsIn = fieldFinder(input);
  let at = offset;
  for (const piece of input.pieces(offset, Math.min(offset + length, input.size))) {
    for (let i = 0; i < piece.length; i += ROW, at += ROW) {
      const row = [...piece.subarray(i, i + ROW)];
      const bytes = row.map((byte) => hex(byte, 2)).join(' ');
      const ascii = row.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.'));
      const fields = fieldsIn(at, at + row.length).join(', ');
      const line = `${hex(at, 8)}: ${bytes.padEnd(ROW * 3)} ${ascii.join('')}`;
      await out.line(fields === '' ? line : line.padEnd(77) + out.paint('dim', fields));
    }
  }
}

const HEADER = [
  [0, 'magic'],
  [4, 'version'],
  [6, 'dtype'],
  [8, 'n_blocks'],
  [12, 'block_tokens'],
  [16, 'n_layers'],
  [20, 'n_kv_heads'],
  [24, 'head_dim'],
] as const;
const RECORD = [
  [0, 'hash'],
  [8, 'n_tokens'],
  [12, 'payload'],
] as const;

/** The fields that begin in a range of bytes, by what the header says. */
function fieldFinder(input: Input): (begin: number, end: number) => string[] {
  using scanner = new EnvelopeScanner(input.size);
  scanner.push(input.read(0, Math.min(input.size, HEADER_BYTES)));
  const { header, blockBytes } = scanner.soFar();
  if (header === undefined) return () => [];
  const recordBytes = 12 + Number(blockBytes);
  const blocks = Math.min(header.nBlocks, Math.floor((input.size - HEADER_BYTES) / recordBytes));
  const crc = input.size - 4;
  return (begin, end) => {
    const isHere = (at: number) => at >= begin && at < end;
    const names = HEADER.filter(([at]) => isHere(at)).map(([, name]) => name as string);
    const first = Math.max(0, Math.floor((begin - HEADER_BYTES) / recordBytes));
    for (let i = first; i < blocks && HEADER_BYTES + i * recordBytes < end; i++) {
      for (const [at, name] of RECORD) {
        if (isHere(HEADER_BYTES + i * recordBytes + at)) names.push(`${name} of block ${i}`);
      }
    }
    if (isHere(crc) && crc >= HEADER_BYTES) names.push('crc');
    return names;
  };
}
