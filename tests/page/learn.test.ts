import { expect, test } from 'vitest';
import { TOPICS } from '../../web/src/model/learn.ts';
import { focused, go, position } from './actions.ts';
import { violations } from './axe.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit();
const tour = () => visit.page.getByRole('region', { name: 'Tour' });

test('a first visit begins at the fork with a tour of three notes, each step of it real', async () => {
  const { page } = visit;
  await expect.poll(() => tour().innerText()).toContain('A tile is one block of memory');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Next: take a step' }).click();
  await expect.poll(() => position(page)).toBe(1);
  await expect.poll(() => tour().innerText()).toContain('A step is one real call');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => tour().count()).toBe(0);
  await go(page, visit.site.address);
  await page.reload();
  await page.waitForSelector('main');
  await expect.poll(() => tour().count()).toBe(0);
});

test('the tour can be put away for good, and does not come where a link leads', async () => {
  const { page, site } = visit;
  await page.getByRole('button', { name: 'Do not show again' }).click();
  await expect.poll(() => tour().count()).toBe(0);
  const other = await site.visit('#/pool/worked-fork/3');
  await expect.poll(() => other.page.locator('.legend').count()).toBe(1);
  await expect.poll(() => other.page.getByRole('region', { name: 'Tour' }).count()).toBe(0);
  await other.close();
});

test('the first note is over with the first step, by whatever key; what ends the tour leaves the focus', async () => {
  const { page } = visit;
  await expect.poll(() => tour().innerText()).toContain('A tile is one block of memory');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position(page)).toBe(1);
  await expect.poll(() => tour().innerText()).toContain('A step is one real call');
  await page.getByRole('button', { name: 'Do not show again' }).focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => tour().count()).toBe(0);
  await focused(page.getByRole('button', { name: /^Step/ }));
});

test('on a narrow page the tour is in view, over the tiles, and no wider', async () => {
  const { page, close } = await visit.site.visit('', { viewport: { width: 320, height: 640 } });
  const narrow = page.getByRole('region', { name: 'Tour' });
  await narrow.waitFor();
  await expect
    .poll(() => narrow.getByRole('button', { name: 'Next: take a step' }).boundingBox())
    .toMatchObject({ y: expect.toSatisfy((y) => y > 0 && y < 560) });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await close();
});

test('Learn says what each structure is, and leads to a scenario that shows it', async () => {
  const { page } = visit;
  await page.getByRole('button', { name: 'Learn' }).click();
  await expect.poll(() => page.url()).toMatch(/#\/learn$/);
  const titles = Object.values(TOPICS).map(({ title }) => title);
  await expect.poll(() => page.locator('.learn h2').allInnerTexts()).toEqual(titles);
  await page.locator('#learn-lru').getByRole('button').click();
  await expect.poll(() => page.locator('.menu b').innerText()).toBe('Head first or tail first?');
  await page.goBack();
  await expect.poll(() => page.locator('.learn h2').count()).toBe(titles.length);
});

test('each list of the pool opens to what it is', async () => {
  const { page } = visit;
  await page.getByText('The block freed last is taken first.').click();
  await expect.poll(() => page.locator('.explain[open]').innerText()).toContain(TOPICS.free.text);
  await page.getByText('A full block’s hash leads to its id.').press('Enter');
  await expect.poll(() => page.locator('.explain[open] .formula').innerText()).toBe(TOPICS.index.formula);
  expect(await violations(page)).toEqual([]);
});
