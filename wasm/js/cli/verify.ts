import type { Finding } from 'tlkv';
import { type Command, EXIT } from './command.ts';
import { eachFile } from './each_file.ts';
import type { Input } from './input.ts';
import type { Output } from './output.ts';
import { firstFinding } from './scan.ts';
import { count, findingText, json, printable } from './text.ts';

export const verify: Command = {
  help: `usage: tlkv verify [--json] FILE...

Says of each envelope whether a reader accepts it: one line for each file, with the first broken
rule, the bytes that break it, and what was expected and found there. A length that is not the
header's is known without reading on.

  --json    one object a line: file, accepted, and finding (rule, title, begin, end, expected,
            found, block) where it is not accepted
  --quiet   nothing; the exit status is the answer

exit status: 0 all are accepted, 1 one is not, 2 wrong usage, 3 a file cannot be read.
`,
  options: { json: { type: 'boolean' }, quiet: { type: 'boolean', short: 'q' } },
  run: (args, out) =>
    eachFile(args.files(1, Infinity), out, async (input) => {
      const { finding, blocks } = firstFinding(input);
      const accepted = finding === undefined;
      if (args.flag('json')) await out.line(json({ file: input.name, accepted, finding }));
      else if (!args.flag('quiet')) await out.line(verdict(input, finding, blocks, out));
      return accepted ? EXIT.good : EXIT.bad;
    }),
};

function verdict(input: Input, finding: Finding | undefined, blocks: number, out: Output): string {
  const name = printable(input.name);
  if (finding === undefined) return `${name}: ${out.paint('green', 'good')}, ${count(blocks, 'block')}`;
  return `${name}: ${out.paint('red', findingText(finding))}`;
}
