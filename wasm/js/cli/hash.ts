import { blockHash, formatHash } from 'tlkv';
import { type Command, EXIT, integer, UsageError } from './command.ts';
import { withInputs } from './input.ts';
import { json } from './text.ts';

const U32_MAX = 2n ** 32n - 1n;
const U64_MAX = 2n ** 64n - 1n;

export const hash: Command = {
  help: `usage: tlkv hash --block-tokens B [--parent HASH] [--json] TOKEN...

The chained hash of each full block of a prompt, one a line. Tokens are ids in 0..4294967295. With
"-" they are read from standard input, separated by spaces, lines or commas.

  --block-tokens B   tokens of a block
  --parent HASH      the hash before the first block, or a salt; 0 if it is not given
  --json             {"blockTokens", "parent", "hashes", "rest"}; rest: tokens after the last full block

exit status: 0, 2 wrong usage, 3 standard input cannot be read.
`,
  options: { 'block-tokens': { type: 'string' }, parent: { type: 'string' }, json: { type: 'boolean' } },
  async run(args, out) {
    const size = Number(args.integer('block-tokens', 1n, U32_MAX));
    if (Number.isNaN(size)) throw new UsageError('--block-tokens is needed');
    const parent = args.integer('parent', 0n, U64_MAX) ?? 0n;
    const isInput = args.positionals.length === 1 && args.positionals[0] === '-';
    const words = isInput ? await wordsOfInput() : args.positionals;
    if (!isInput && words.length === 0) throw new UsageError('no tokens are given');
    const tokens = Uint32Array.from(words, (word, i) => Number(integer(word, `token ${i}`, 0n, U32_MAX)));

    const hashes: bigint[] = [];
    for (let at = 0; at + size <= tokens.length; at += size) {
      hashes.push(blockHash(hashes.at(-1) ?? parent, tokens.subarray(at, at + size)));
    }
    const rest = tokens.length % size;
    if (args.flag('json')) {
      const texts = hashes.map(formatHash);
      await out.line(json({ blockTokens: size, parent: formatHash(parent), hashes: texts, rest }));
    } else {
      for (const one of hashes) await out.line(formatHash(one));
    }
    return EXIT.good;
  },
};

function wordsOfInput(): Promise<string[]> {
  return withInputs(['-'], async (input) => {
    const text = new TextDecoder().decode(input.read(0, input.size));
    return text.split(/[\s,]+/).filter((word) => word !== '');
  });
}
