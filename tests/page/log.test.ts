/** The operation log: the calls of C under the commands that made them. */
import { expect, test } from 'vitest';
import { go, position } from './actions.ts';
import { violations } from './axe.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit();
const at = (fragment: string) => go(visit.page, visit.site.address + fragment);
const log = () => visit.page.getByRole('navigation', { name: 'Operation log' });
const calls = (command: string) =>
  log()
    .getByRole('list', { name: `Calls of ${command}`, exact: true })
    .locator('.log-call')
    .allTextContents();

test('the calls of a command are a list of its name, under its words', async () => {
  const { page } = visit;
  await at('#/pool/v1;8x2;open+a+1+2+3;ref+1;append+a+4;unref+1/8');
  await page.keyboard.press('q');
  await expect
    .poll(() => calls('append a 4'))
    .toEqual(['cow(1, &a[1])', 'set_fill(2, 2)', 'register(2, h1)']);
  await expect.poll(() => calls('open a 1 2 3')).toHaveLength(5);
  await expect
    .poll(() => log().locator('.log-head').allTextContents())
    .toEqual(['open a 1 2 3', 'append a 4']);
  // ref 1 is the call ref(1): nothing stands over it.
  await expect.poll(() => log().getByRole('list', { name: 'Calls of ref 1' }).count()).toBe(0);
  await expect
    .poll(() => log().locator('.log-command[data-current=true] .log-head').innerText())
    .toBe('append a 4');
  expect(await violations(page)).toEqual([]);
});

test('up and down go from call to call through all commands; Enter goes there', async () => {
  const { page } = visit;
  await at('#/pool/v1;8x2;open+a+1+2+3;ref+1;append+a+4;unref+1/8');
  await page.keyboard.press('q');
  const focused = () => page.evaluate(() => document.activeElement?.querySelector('.log-call')?.textContent);
  await log().locator('button').first().focus();
  const seen: unknown[] = [await focused()];
  for (let down = 0; down < 10; down++) {
    await page.keyboard.press('ArrowDown');
    await expect.poll(focused).not.toBe(seen.at(-1));
    seen.push(await focused());
  }
  expect(seen.slice(-5)).toEqual([
    'ref(1)',
    'cow(1, &a[1])',
    'set_fill(2, 2)',
    'register(2, h1)',
    'unref(1)',
  ]);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(() => position(page)).toBe(9);
});

test('of a command with thousands of calls the calls in view stand in its list', async () => {
  const { page } = visit;
  await at('#/pool/v1;4096x16;alloc+a+1500;fork+a+b;open+c+1+2/1200');
  await expect.poll(async () => (await calls('fork a b')).includes('ref(1198)')).toBe(true);
  await expect.poll(async () => (await calls('fork a b')).length).toBeLessThan(80);
  await expect.poll(() => log().locator('.log-head').count()).toBe(0);
  await page.keyboard.press('End');
  await expect.poll(() => log().locator('.log-head').allTextContents()).toEqual(['open c 1 2']);
  await expect.poll(async () => (await calls('fork a b')).at(-1)).toBe('ref(1499)');
});
