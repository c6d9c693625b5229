import { expect, test } from 'vitest';
import { counts, position, settled } from './actions.ts';
import { EachVisit } from './each_visit.ts';

/** A phone held upright: 390 px wide, fingers instead of a mouse. */
const visit = new EachVisit('#/pool/worked-fork/0', {
  viewport: { width: 390, height: 800 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 2,
});

test('a finger steps, lights a block up and answers a question', async () => {
  const { page } = visit;
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  for (let step = 1; step <= 6; step++) {
    await tap('Step');
    await expect.poll(() => position(page)).toBe(step);
  }
  await tap('Back');
  await expect.poll(() => position(page)).toBe(5);
  await tap('Step');
  await page.getByLabel('A free block becomes b’s copy').tap();
  await page.getByRole('button', { name: 'Run the step' }).tap();
  await expect.poll(() => page.locator('.answered').innerText()).toContain('✓ As you said.');
  await page.locator('.tile').first().tap();
  await expect.poll(() => page.locator('.tile').first().getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => page.locator('[data-lit]').count()).toBeGreaterThan(3);
});

test('a finger opens the log and jumps in it, and plays to the end', async () => {
  const { page } = visit;
  await page.locator('.log summary').tap();
  await page.locator('.log').getByText('set_fill(1, 1)').tap();
  await expect.poll(() => position(page)).toBe(3);
  await page.getByRole('button', { name: 'Play' }).tap();
  await expect.poll(() => position(page)).toBeGreaterThan(3);
  await page.getByRole('button', { name: 'Pause' }).tap();
  await expect.poll(() => page.getByRole('button', { name: 'Play' }).count()).toBe(1);
});

test('a finger makes calls of its own', async () => {
  const { page } = visit;
  await page.getByRole('combobox', { name: 'Command' }).tap();
  await page.keyboard.type('open a 1 2 3');
  await page.keyboard.press('Enter');
  await expect.poll(() => counts(page)).toEqual([1, 2, 0]);
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect.poll(() => counts(page)).toEqual([3, 0, 0]);
});

test('what a finger must hit is at least 24 px wide and high', async () => {
  const { page } = visit;
  await page.keyboard.press('End');
  await expect.poll(() => position(page)).toBe(13);
  const small = () =>
    page.locator('button:visible, select:visible, summary:visible').evaluateAll((all) =>
      all
        .map((one) => ({ name: one.textContent?.trim(), box: one.getBoundingClientRect() }))
        // A target off the screen, such as the skip link, is for the keyboard.
        .filter(({ box }) => box.top >= 0 && (box.width < 24 || box.height < 24))
        .map(({ name, box }) => `${name}: ${box.width} by ${box.height}`),
    );
  await expect.poll(small).toEqual([]);
});

test('a finger scrolls the tiles of a long pool', async () => {
  const { page } = visit;
  await page.goto(`${visit.site.address}#/pool/v1;4096x16;alloc+a+70/1`);
  const tiles = page.locator('.long-tiles');
  await page.locator('.tile[data-id="0"]').waitFor();
  await tiles.scrollIntoViewIfNeeded();
  const box = await settled(() => tiles.boundingBox());
  if (!box) throw new Error('no tiles');
  const session = await page.context().newCDPSession(page);
  await session.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: box.y + 120,
    yDistance: -1500,
    speed: 4000,
  });
  await expect.poll(() => page.locator('.tile[data-id="0"]').count()).toBe(0);
});
