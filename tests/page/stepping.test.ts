/** Case V13: a scenario of 300 steps in a link, stepped to the end, back, and forward again; reset; other sizes. */

import { init } from 'tlkv';
import { beforeEach, expect, test } from 'vitest';
import { encodeProgram } from '../../web/src/model/program_link.ts';
import { checkScenario, play } from '../../web/src/model/scenario.ts';
import { counts, go, position, settled } from './actions.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit();
const lines = ['open s0 1..3'];
for (let i = 1; i < 60; i++)
  lines.push(`open s${i} 1 2 ${i} 7`, `append s${i} ${i + 1} 8`, `close s${i - 1}`);

const scenario = checkScenario({
  title: 'Three hundred',
  about: 'Sequences come and go.',
  pool: { blocks: 6, tokens: 2 },
  steps: lines,
});
let link = '';
let last = 0;
beforeEach(async () => {
  await init();
  link = encodeProgram(scenario);
  last = play(scenario).steps.length;
});

/** Everything that the page says of a step: parts of it come a moment after the step's number. */
async function told(): Promise<string> {
  const texts = await Promise.all(
    ['h1', '.sum', '.tiles', '.rail', '.sequences'].map((part) =>
      visit.page.locator(part).first().innerText(),
    ),
  );
  return texts.join('\n');
}

test('the link opens in a new browser at the same step; all of it is in the fragment', async () => {
  const { page, site } = visit;
  expect(last).toBeGreaterThanOrEqual(300);
  await go(page, `${site.address}#/pool/${link}/150`);
  await expect.poll(() => position(page)).toBe(150);
  const here = await settled(told);
  expect(new URL(page.url()).search).toBe('');
  const asked = site.requests.length;
  await expect.poll(() => page.url()).toMatch(/\/150$/);
  const other = await site.visit(new URL(page.url()).hash);
  await expect.poll(() => position(other.page)).toBe(150);
  await expect
    .poll(() => other.page.locator('.sum').innerText())
    .toBe(await page.locator('.sum').innerText());
  expect(site.requests.slice(asked).every((path) => path.length < 200)).toBe(true);
  await expect.poll(told).toBe(here);
  await other.close();
});

test('each step says the same on the way forward, back, and forward again', async () => {
  const { page, site } = visit;
  await go(page, `${site.address}#/pool/${link}/${last - 12}`);
  await expect.poll(() => position(page)).toBe(last - 12);
  const seen: string[] = [];
  const walk = async (key: string, from: number, to: number) => {
    for (let at = from; ; at += Math.sign(to - from)) {
      await expect.poll(() => position(page)).toBe(at);
      seen[at] ??= await settled(told);
      await expect.poll(async () => [at, await told()]).toEqual([at, seen[at]]);
      if (at === to) return;
      await page.keyboard.press(key);
    }
  };
  await walk('ArrowRight', last - 12, last);
  await walk('ArrowLeft', last, last - 12);
  await walk('ArrowRight', last - 12, last);
  await page.keyboard.press('Home');
  await expect.poll(() => counts(page)).toEqual([6, 0, 0]);
  await page.keyboard.press('End');
  await expect.poll(told).toBe(seen[last]);
});

test('back at the start nothing is left behind: the page is as it was loaded', async () => {
  const { page, site } = visit;
  await go(page, `${site.address}#/pool/${link}/0`);
  await expect.poll(() => position(page)).toBe(0);
  const fresh = await settled(told);
  await page.keyboard.press('End');
  await expect.poll(() => position(page)).toBe(last);
  await page.keyboard.press('Home');
  await expect.poll(told).toBe(fresh);
  // Another pool, and back again.
  await go(page, `${site.address}#/pool/${link.replace('6x2', '9x2')}/20`);
  await expect.poll(async () => (await counts(page)).reduce((a, b) => a + b)).toBe(9);
  await go(page, `${site.address}#/pool/${link}/0`);
  await expect.poll(told).toBe(fresh);
  await expect.poll(() => page.locator('.brackets').count()).toBe(0);
});

test('a link from another version of the page says why it does not open', async () => {
  const { page, site } = visit;
  await go(page, `${site.address}#/pool/${link.replace('v1;', 'v9;')}/3`);
  await expect
    .poll(() => page.getByRole('alert').innerText())
    .toContain('the link has version v9; this page reads v1');
});
