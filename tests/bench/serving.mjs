// 1,000 prompts of 512 tokens, the first half of each shared with others, and 128 decoded tokens each:
// node tests/bench/serving.mjs DIST. Fifty sequences are alive at a time, and each step appends a token to every
// one of them. The package against the class that one would write, in turn in one process.
import { strict as assert } from 'node:assert';
import { pathToFileURL } from 'node:url';
import { compare } from './compare.mjs';
import { PlainSequences } from './plain_sequences.mjs';

const { blockHash, init, Sequences } = await import(pathToFileURL(`${process.argv[2]}/index.js`));
await init();

const N_BLOCKS = 4096;
const BLOCK_TOKENS = 16;
const PROMPTS = 1000;
const PROMPT_TOKENS = 512;
const DECODED = 128;
const ALIVE = 50;
const BEGINNINGS = 8;

let state = 1;
/** Any token id of a vocabulary of 50,257. */
const token = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * 50257);
};
const tokens = (n) => Uint32Array.from({ length: n }, token);
const beginnings = Array.from({ length: BEGINNINGS }, () => tokens(PROMPT_TOKENS / 2));
const prompts = Array.from({ length: PROMPTS }, (_, i) => {
  const prompt = new Uint32Array(PROMPT_TOKENS);
  prompt.set(beginnings[i % BEGINNINGS]);
  prompt.set(tokens(PROMPT_TOKENS / 2), PROMPT_TOKENS / 2);
  return prompt;
});
const decoded = Array.from({ length: DECODED }, () => tokens(ALIVE));

/** The tokens that were found in the cache. */
function byPackage() {
  const sequences = new Sequences({ nBlocks: N_BLOCKS, blockTokens: BLOCK_TOKENS });
  let cached = 0;
  for (let first = 0; first < PROMPTS; first += ALIVE) {
    const ids = Array.from({ length: ALIVE }, (_, i) => first + i);
    for (const id of ids) cached += sequences.open(id, prompts[id]).cachedTokens;
    for (const step of decoded) sequences.appendEach(ids, step);
    for (const id of ids) sequences.close(id);
  }
  sequences.dispose();
  return cached;
}

function byHand() {
  const sequences = new PlainSequences(N_BLOCKS, BLOCK_TOKENS);
  let cached = 0;
  for (let first = 0; first < PROMPTS; first += ALIVE) {
    const ids = Array.from({ length: ALIVE }, (_, i) => first + i);
    for (const id of ids) cached += sequences.open(id, prompts[id]);
    for (const step of decoded) {
      for (let i = 0; i < ALIVE; i++) sequences.append(ids[i], step[i]);
    }
    for (const id of ids) sequences.close(id);
  }
  return cached;
}

/** The limit: hashing alone, all tokens of a prompt as one block. */
const all = tokens(PROMPT_TOKENS + DECODED);
function byHashing() {
  let hash = 0n;
  for (let i = 0; i < PROMPTS; i++) hash = blockHash(hash, all);
}

assert.equal(byPackage(), byHand());
compare(
  'Serving: 1,000 prompts, half shared, 128 tokens decoded, through the package',
  'a prompt',
  'us',
  PROMPTS,
  { tlkv: byPackage, 'plain JavaScript class': byHand, 'limit: hashing alone': byHashing },
  { rounds: 9 },
);
