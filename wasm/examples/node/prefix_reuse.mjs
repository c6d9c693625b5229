// Prompts that begin alike share blocks; one of them goes into a file, and from there into another pool.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { init, KvPool, Sequences } from 'tlkv';

await init();
const config = { nBlocks: 64, blockTokens: 16, nLayers: 2, nKvHeads: 2, headDim: 8 };

// What the prompts have in common, as a tokenizer would give it: 40 tokens.
const system = Array.from({ length: 40 }, (_, i) => 1000 + i);
const prompts = {
  first: [...system, 7, 8, 9],
  second: [...system, 11, 12],
  third: [...system, 7, 8, 9, 10, 11, 12],
};

const pool = new KvPool(config);
const sequences = new Sequences(pool);
for (const [i, [name, tokens]] of Object.entries(prompts).entries()) {
  const { cachedTokens, newBlocks } = sequences.open(i, tokens);
  console.log(
    `${name}: ${tokens.length} tokens, ${cachedTokens} of them there already, ${newBlocks} new blocks`,
  );
  // Here a model computes the keys and values of the other tokens and writes them into the new blocks.
}

// A step of decoding: one token more for each.
sequences.appendEach([0, 1, 2], [20, 21, 22]);
console.log('lengths', ...sequences.lengths([0, 1, 2]), 'blocks', ...sequences.blockTables([0, 1, 2]));

// To another engine. The tokens prove the hashes in the file.
const folder = await mkdtemp(join(tmpdir(), 'tlkv-example-'));
await writeFile(join(folder, 'first.tlkv'), sequences.exportSequence(0));
const other = new Sequences(new KvPool(config));
other.importSequence(0, await readFile(join(folder, 'first.tlkv')), [...prompts.first, 20]);
const { cachedTokens } = other.open(1, prompts.second);
console.log(`another pool has ${cachedTokens} tokens of the second prompt from the file of the first`);
await rm(folder, { recursive: true });

pool.dispose();
