import { type EnvelopeBlock, type EnvelopeReport, type Finding, f16ToF32 } from 'tlkv';
import { type Command, EXIT } from './command.ts';
import { eachFile } from './each_file.ts';
import type { Input } from './input.ts';
import type { Output } from './output.ts';
import { blocks, halves, scan } from './scan.ts';
import { count, crcText, findingText, hashText, json, printable, show } from './text.ts';

export const inspect: Command = {
  help: `usage: tlkv inspect [--json] [--values] FILE...

Says what each envelope holds, and every rule that it breaks: header, checksum, findings (R1 to
R9), warnings (W1 to W3), and the blocks that are wholly there.

  --values  the values of each block as well, in the order [layer][K, V][head][position][dim]
  --json    one object a line, with the members of the package's EnvelopeReport, the file's name
            in "file", and "blocks": index, offset, hash, nTokens, payloadOffset, byteLength and,
            with --values, values. Hashes and checksums are strings like "0xa91ab0c1027b9366"
            (0 for none), expectedByteLength and blockBytes decimal strings; -0, NaN and infinities
            are strings too. "tlkv pack" takes it with --values.

exit status: 0 all are accepted, 1 one is not, 2 wrong usage, 3 a file cannot be read.
`,
  options: { json: { type: 'boolean' }, values: { type: 'boolean' } },
  run: (args, out) =>
    eachFile(args.files(1, Infinity), out, async (input) => {
      const report = scan(input);
      await (args.flag('json') ? printJson : printText)(input, report, args.flag('values'), out);
      return report.accepted ? EXIT.good : EXIT.bad;
    }),
};

/** The values of a block, a part at a time. */
function* valuesOf(
  input: Input,
  { offset, payloadOffset, byteLength }: EnvelopeBlock,
): Generator<Float32Array> {
  for (const piece of input.pieces(payloadOffset, offset + byteLength)) yield f16ToF32(halves(piece));
}

async function printJson(input: Input, report: EnvelopeReport, withValues: boolean, out: Output) {
  const { crc, expectedByteLength, blockBytes, ...rest } = report;
  const head = {
    file: input.name,
    ...rest,
    crc: crc && { stored: crcText(crc.stored), computed: crcText(crc.computed) },
    expectedByteLength,
    blockBytes,
  };
  await out.text(`${json(head).slice(0, -1)},"blocks":[`);
  for (const block of blocks(input, report)) {
    const { index, hash, ...others } = block;
    const text = json({ index, hash: `0x${hash.toString(16).padStart(16, '0')}`, ...others });
    await out.text(`${index === 0 ? '' : ','}${withValues ? text.slice(0, -1) : text}`);
    if (!withValues) continue;
    let before = ',"values":[';
    for (const values of valuesOf(input, block)) {
      await out.text(before + json([...values]).slice(1, -1));
      before = ',';
    }
    await out.text(']}');
  }
  await out.line(']}');
}

async function printText(input: Input, report: EnvelopeReport, withValues: boolean, out: Output) {
  const { accepted, header, crc, blockBytes, byteLength, blockCount } = report;
  const verdict = accepted ? out.paint('green', 'good') : out.paint('red', 'not accepted');
  await out.line(`${printable(input.name)}: ${verdict}, ${count(byteLength, 'byte')}`);
  if (header !== undefined) {
    const { version, dtype, nBlocks, blockTokens, nLayers, nKvHeads, headDim } = header;
    await out.line(
      `  version ${version}, dtype ${dtype}, ${count(nBlocks, 'block')} of ${count(blockBytes ?? 0n, 'byte')}`,
    );
    await out.line(
      `  block_tokens ${blockTokens}, n_layers ${nLayers}, n_kv_heads ${nKvHeads}, head_dim ${headDim}`,
    );
  }
  if (crc !== undefined) {
    await out.line(`  crc ${crcText(crc.stored)} stored, ${crcText(crc.computed)} computed`);
  }
  await printFindings(report.findings, report.findingsCount, 'red', out);
  await printFindings(report.warnings, report.warningsCount, 'yellow', out);
  if (blockCount > 0) await out.line(out.paint('dim', '  block      offset  tokens  hash'));
  for (const block of blocks(input, report)) {
    const { index, offset, nTokens, hash } = block;
    const cells = [String(index).padStart(7), String(offset).padStart(12), String(nTokens).padStart(8)];
    await out.line(`${cells.join('')}  ${hashText(hash)}`);
    if (!withValues) continue;
    const { headDim = 1 } = header ?? {};
    let row: string[] = [];
    for (const values of valuesOf(input, block)) {
      for (const value of values) {
        if (row.push(show(value)) < Math.min(headDim, 16)) continue;
        await out.line(`           ${row.join(' ')}`);
        row = [];
      }
    }
    if (row.length > 0) await out.line(`           ${row.join(' ')}`);
  }
}

async function printFindings(list: readonly Finding[], total: number, colour: 'red' | 'yellow', out: Output) {
  for (const finding of list) await out.line(`  ${out.paint(colour, findingText(finding))}`);
  if (total > list.length) await out.line(`  and ${total - list.length} more that are not listed`);
}
