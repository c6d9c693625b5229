import { type EnvelopeBlock, type EnvelopeHeader, type EnvelopeReport, f16ToF32 } from 'tlkv';
import { type Command, EXIT } from './command.ts';
import { type Input, withInputs } from './input.ts';
import { blocks, halves, SHAPE, scan } from './scan.ts';
import { crcText, findingText, hashText, json, printable, show } from './text.ts';

export const diff: Command = {
  help: `usage: tlkv diff [--json] A B

Where two envelopes differ: header, number of blocks, and of each block the hash, the fill and the
values. Nothing is printed where they do not.

  --json    {"same", "differences": [{"what", "a", "b", "block"}], "more"}; more: how many
            differences there are beside those that are listed, which are at most 1000

exit status: 0 they are equal and accepted, 1 they differ or one is not accepted, 2 wrong usage,
3 a file cannot be read.
`,
  options: { json: { type: 'boolean' } },
  run: (args, out) =>
    withInputs(args.files(2, 2), async (a, b) => {
      const differences = compare(a as Input, b as Input);
      const same = differences.list.length === 0;
      const more = differences.total - differences.list.length;
      if (args.flag('json')) await out.line(json({ same, differences: differences.list, more }));
      else {
        for (const { what, a, b } of differences.list) await out.line(printable(`${what}: ${a} | ${b}`));
        if (more > 0) await out.line(`and ${more} more`);
      }
      return same ? EXIT.good : EXIT.bad;
    }),
};

interface Difference {
  readonly what: string;
  readonly a: string;
  readonly b: string;
  readonly block?: number;
}

const LISTED = 1000;

class Differences {
  readonly list: Difference[] = [];
  total = 0;

  add(difference: Difference): void {
    this.total++;
    if (this.list.length < LISTED) this.list.push(difference);
  }

  /** Compares two values as they are printed. */
  of(what: string, a: string | number | undefined, b: string | number | undefined, block?: number): void {
    if (a === b) return;
    const where = block === undefined ? {} : { block };
    this.add({ what, a: String(a ?? 'none'), b: String(b ?? 'none'), ...where });
  }
}

function compare(a: Input, b: Input): Differences {
  const [one, two] = [scan(a), scan(b)];
  const differences = new Differences();
  const verdict = ({ findings: [first] }: EnvelopeReport) => (first ? findingText(first) : 'accepted');
  if (!one.accepted || !two.accepted) {
    differences.add({ what: 'reader', a: verdict(one), b: verdict(two) });
  }
  for (const field of ['version', 'dtype', ...SHAPE, 'nBlocks'] as const) {
    differences.of(field, one.header?.[field], two.header?.[field]);
  }
  if (one.header !== undefined && SHAPE.every((field) => one.header?.[field] === two.header?.[field])) {
    const others = blocks(b, two);
    for (const block of blocks(a, one)) {
      const other = others.next().value as EnvelopeBlock | undefined;
      if (other === undefined) break;
      const { index } = block;
      differences.of(`block ${index} hash`, hashText(block.hash), hashText(other.hash), index);
      differences.of(`block ${index} n_tokens`, block.nTokens, other.nTokens, index);
      comparePayloads(a, block, b, other, one.header, differences);
    }
  }
  if (one.crc !== undefined && two.crc !== undefined) {
    differences.of('crc', crcText(one.crc.stored), crcText(two.crc.stored));
  }
  return differences;
}

/** How many values of a block differ, and the first that does. */
function comparePayloads(
  a: Input,
  block: EnvelopeBlock,
  b: Input,
  other: EnvelopeBlock,
  header: EnvelopeHeader,
  differences: Differences,
): void {
  const others = b.pieces(other.payloadOffset, other.offset + other.byteLength);
  let first: { index: number; a: number; b: number } | undefined;
  let count = 0;
  let before = 0;
  for (const piece of a.pieces(block.payloadOffset, block.offset + block.byteLength)) {
    const theirs = others.next().value as Uint8Array;
    if (Buffer.compare(piece, theirs) !== 0) {
      const [mine, yours] = [halves(piece), halves(theirs)];
      for (let i = 0; i < mine.length; i++) {
        if (mine[i] === yours[i]) continue;
        first ??= { index: before + i, a: mine[i] as number, b: yours[i] as number };
        count++;
      }
    }
    before += piece.length / 2;
  }
  if (first === undefined) return;
  const value = (bits: number) => show(f16ToF32(Uint16Array.of(bits))[0] as number);
  const what =
    `block ${block.index} values: ${count} of ${before} differ, ` + `first ${place(first.index, header)}`;
  differences.add({ what, a: value(first.a), b: value(first.b), block: block.index });
}

/** Where an element of [layer][K, V][head][position][dim] stands. */
function place(index: number, { nKvHeads, blockTokens, headDim }: EnvelopeHeader): string {
  let rest = index;
  const next = (size: number) => {
    const at = rest % size;
    rest = Math.floor(rest / size);
    return at;
  };
  const dim = next(headDim);
  const position = next(blockTokens);
  const head = next(nKvHeads);
  const which = next(2) === 0 ? 'K' : 'V';
  return `${which} layer ${rest} head ${head} position ${position} dim ${dim}`;
}
