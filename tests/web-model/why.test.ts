import { init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { checkScenario, play } from '../../web/src/model/scenario.ts';
import { whyOf } from '../../web/src/model/why.ts';

beforeAll(() => init());

/** What is said of the last call of the commands. */
function said(...steps: string[]): string {
  const session = play(checkScenario({ title: 't', about: 'a', pool: { blocks: 4, tokens: 2 }, steps }));
  session.goTo(session.steps.length);
  const text = whyOf(session.frame, 2, (hash) => session.hashName(hash)).text;
  session.dispose();
  return text;
}

test('the same tokens registered twice are no fault, and it is said which block is found', () => {
  const twice = ['alloc a 1', 'alloc b 1', 'write 0 1 2', 'write 1 1 2', 'register 0 a', 'register 1 b'];
  expect(said(...twice)).toBe(
    'Expected where two compute the same tokens, and no fault: h0 leads to block 0 already. Block 1 keeps its contents, without a name; look-ups go on finding block 0.',
  );
});

test('a block that is not full cannot be named, and that is said as the refusal it is', () => {
  expect(said('alloc a 1', 'write 0 1', 'register 0 a')).toBe(
    'A name stands for the contents of a full block that is in use, and there is one block for a name.',
  );
});

test.each([
  [['alloc a 3', 'alloc b 2'], '2 blocks needed, but free 1 + cached 0 is 1. Nothing was taken.'],
  [
    ['open a 1 2 3', 'export a', 'open b 4 5', 'import c'],
    'An import takes a block for each of the envelope’s, but free 1 + cached 0 is 1. Nothing was taken.',
  ],
  [['unref 99'], 'There is no block 99 in a pool of 4 blocks: the ids go from 0 to 3.'],
  [['ref 4'], 'There is no block 4 in a pool of 4 blocks: the ids go from 0 to 3.'],
])('%j: the refusal tells the numbers that it is about', (steps, text) => {
  expect(said(...steps)).toBe(text);
});

test('the one cached block is not called the least recently used of many', () => {
  const text = said('open a 1 2', 'close a', 'alloc b 4');
  expect(text).toContain('so it evicts 0, the only cached block: the old hash leaves the index.');
});
