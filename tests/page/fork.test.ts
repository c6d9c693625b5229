import { expect, test } from 'vitest';
import { counts, go, position } from './actions.ts';
import { violations } from './axe.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit();

/** free, used, cached after each step. */
const COUNTS = [
  [3, 0, 0],
  ...Array(6).fill([1, 2, 0]),
  [0, 3, 0],
  [0, 3, 0],
  [1, 2, 0],
  [1, 2, 0],
  [2, 1, 0],
  [2, 0, 1],
  [2, 1, 0],
];
const LAST = COUNTS.length - 1;

test('buttons step it forward and back, with the same counts both ways', async () => {
  const { page } = visit;
  const step = page.getByRole('button', { name: 'Step', exact: true });
  const back = page.getByRole('button', { name: 'Back', exact: true });
  const shown = async () => [await position(page), ...(await counts(page))];
  for (let at = 0; at <= LAST; at++) {
    await expect.poll(shown).toEqual([at, ...COUNTS[at]]);
    await expect.poll(() => page.locator('.proof').innerText()).toContain('✓');
    if (at < LAST) await step.click();
  }
  await expect.poll(() => step.isDisabled()).toBe(true);
  for (let at = LAST; at >= 0; at--) {
    await expect.poll(shown).toEqual([at, ...COUNTS[at]]);
    if (at > 0) await back.click();
  }
  await expect.poll(() => back.isDisabled()).toBe(true);
});

test('keys step, jump to both ends, and play to the end', async () => {
  const { page } = visit;
  const press = async (key: string, step: number) => {
    await page.keyboard.press(key);
    await expect.poll(() => position(page)).toBe(step);
  };
  await press('ArrowRight', 1);
  await press('PageDown', 2);
  await press('ArrowLeft', 1);
  await press('End', LAST);
  await press('PageUp', LAST - 1);
  await press('Home', 0);
  await page.getByLabel('speed').selectOption('4');
  await page.locator('h1').click();
  // Else it stops where a question comes.
  await page.keyboard.press('q');
  await page.keyboard.press('Space');
  await expect.poll(() => page.getByRole('button', { name: 'Pause' }).count()).toBe(1);
  await expect.poll(() => position(page), { timeout: 30_000 }).toBe(LAST);
  await page.getByRole('button', { name: 'Play' }).waitFor();
});

test('the log and the scrubber jump to any step', async () => {
  const { page } = visit;
  await page.getByRole('navigation', { name: 'Operation log' }).getByText('cow(1, &b[1])').click();
  await expect.poll(() => position(page)).toBe(7);
  await expect
    .poll(async () => (await page.locator('h1').innerText()).replace(/\s+/g, ' '))
    .toContain('tl_kv_cow(p, 1, &b[1]); TL_OK, b[1] = 2');
  const scrubber = page.getByRole('slider', { name: 'Step' });
  await scrubber.fill('12');
  await expect.poll(() => counts(page)).toEqual([2, 0, 1]);
  await scrubber.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => position(page)).toBe(13);
});

test('tiles tell state, count, tokens and holders in words', async () => {
  const { page } = visit;
  const names = async () =>
    [...(await page.locator('.tiles').ariaSnapshot()).matchAll(/button "(.*?)"/g)].map(([, name]) =>
      name?.replaceAll(' ,', ','),
    );
  await go(page, `${visit.site.address}#/pool/worked-fork/8`);
  await expect
    .poll(names)
    .toEqual([
      'Block 0 used shared ×2, 2 of 2 tokens 1 2, held by a b, registered A91A…9366',
      'Block 1 used ref 1, 1 of 2 tokens 3, held by a',
      'Block 2 used ref 1, 2 of 2 tokens 3 4, held by b',
    ]);
  await expect.poll(() => page.locator('.note').allTextContents()).toEqual(['fill 1 → 2']);
  await go(page, `${visit.site.address}#/pool/worked-fork/12`);
  await expect
    .poll(names)
    .toEqual([
      'Block 0 cached only, 2 of 2 tokens 1 2, registered A91A…9366',
      'Block 1 free, 0 of 2 tokens',
      'Block 2 free, 0 of 2 tokens top of the free stack',
    ]);
});

test('pointing at a block, and focusing it, lights it up in every structure', async () => {
  const { page } = visit;
  await go(page, `${visit.site.address}#/pool/worked-fork/8`);
  const lit = () => page.evaluate(() => [...document.querySelectorAll('[data-lit]')].map((e) => e.className));
  await page.locator('.tile').first().hover();
  await expect.poll(async () => (await lit()).toSorted()).toEqual(['', 'chip', 'chip', 'chip', 'tile']);
  await page.locator('h1').hover();
  await expect.poll(lit).toEqual([]);
  await page.locator('.index .chip').focus();
  await expect.poll(async () => (await lit()).length).toBe(5);
});

test.each([1280, 320])(
  'a chosen block has a panel: what it is, and the calls of its life, at %i px',
  async (width) => {
    const { page, problems, close } = await visit.site.visit('#/pool/worked-fork/8', {
      viewport: { width, height: 800 },
    });
    const panel = page.locator('.block-panel');
    const facts = () => panel.locator('dl').innerText();
    const calls = async () =>
      (await panel.locator('li').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim());
    await expect.poll(() => panel.count()).toBe(0);
    await page.locator('.tile').first().click();
    await expect.poll(facts).toMatch(/state\s+used, shared by 2\s+fill\s+2 of 2, full\s+tokens\s+1 2\s/);
    await expect.poll(facts).toMatch(/hash\s+h0 0xA91AB0C1027B9366\s+held by\s+a\[0\], b\[0\]$/);
    await expect
      .poll(calls)
      .toEqual(['1 alloc(2, a) 0 1', '2 set_fill(0, 2) 1 2', '4 register(0, h0) h0', '5 ref(0) ref 2']);
    expect(await violations(page)).toEqual([]);
    // Its calls lead to their steps, where it is what it was then.
    await panel.getByText('set_fill(0, 2)').click();
    await expect.poll(() => position(page)).toBe(2);
    await expect.poll(facts).toMatch(/state\s+used, ref 1\s[\s\S]*hash\s+not registered/);
    await expect.poll(calls).toEqual(['1 alloc(2, a) 0 1', '2 set_fill(0, 2) 1 2']);
    await expect.poll(() => panel.locator('[aria-current=step]').innerText()).toContain('set_fill(0, 2)');
    await go(page, `${visit.site.address}#/pool/worked-fork/12`);
    await expect.poll(facts).toMatch(/state\s+cached[\s\S]*waits\s+alone in the LRU list$/);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.poll(() => panel.count()).toBe(0);
    await expect.poll(() => page.locator('.tile').first().getAttribute('aria-pressed')).toBe('false');
    await page.locator('.tile').last().focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => panel.locator('h2').innerText()).toBe('Block 2');
    await expect
      .poll(facts)
      .toMatch(/state\s+free\s+fill\s+0 of 2\s+hash\s+not registered\s+waits\s+top of the free stack$/);
    await page.keyboard.press('Enter');
    await expect.poll(() => panel.count()).toBe(0);
    expect(problems).toEqual([]);
    await close();
  },
);

test('the screen reader hears what each step did', async () => {
  const { page } = visit;
  await go(page, `${visit.site.address}#/pool/worked-fork/6`);
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.locator('[role=status][aria-live]').innerText())
    .toBe(
      'Step 7 of 13: cow(1, &b[1]), b[1] = 2. Block 1: ref 2 to 1. Block 2: copy of 1. 0 free, 3 used, 0 cached of 3.',
    );
});

test('a copy has its arrow, and a step leaves nothing of it behind', async () => {
  const { page } = visit;
  await go(page, `${visit.site.address}#/pool/worked-fork/7`);
  await expect.poll(() => page.locator('.copy-label').textContent()).toBe('1 token copied');
  await expect.poll(() => page.locator('.brackets').count()).toBe(2);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.locator('.copy-arrow').count()).toBe(0);
  await expect.poll(() => page.locator('.brackets').count()).toBe(1);
});

test('nothing jumps: the map stays where it is at every step', async () => {
  const { page } = visit;
  const tops = new Set<number>();
  for (let at = 0; at <= LAST; at++) {
    await expect.poll(() => position(page)).toBe(at);
    tops.add(await page.locator('.tiles').evaluate((tiles) => tiles.getBoundingClientRect().top));
    await page.keyboard.press('ArrowRight');
  }
  expect(tops.size).toBe(1);
});
