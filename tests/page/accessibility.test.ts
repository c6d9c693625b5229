import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { go, position } from './actions.ts';
import { violations } from './axe.ts';
import { Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());

/** Kept for a person to look at. */
const picture = (name: string) =>
  new URL(`../../build/pictures/${name.replace(/[^\w-]+/g, '-').slice(1)}.png`, import.meta.url).pathname;

const PLACES = [
  '#/pool/worked-fork/0',
  '#/pool/worked-fork/6',
  '#/pool/worked-fork/7',
  '#/pool/worked-fork/12',
  '#/pool/worked-fork/13',
  '#/pool/shared-system-prompt/30',
  '#/pool/v1;12x4;open+a+1..6;unref+9/6',
  '#/pool/contiguous-against-paged/14',
  '#/pool/v1;4096x16;alloc+a+70;fork+a+b/9',
  '#/learn',
  '#/envelope',
  '#/envelope/layers-and-heads/0x60',
  '#/envelope/f16-specials/0x28',
  '#/envelope/every-rule',
];

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each([320, 1280, 1920])(
    'axe-core finds nothing at %i px, and nothing is wider than the page',
    async (width) => {
      const { page, close } = await site.visit('', {
        colorScheme,
        viewport: { width, height: 900 },
        reducedMotion: 'reduce',
      });
      for (const place of PLACES) {
        await go(page, site.address + place);
        expect([place, await violations(page)]).toEqual([place, []]);
        await page.screenshot({ path: picture(`${place}-${width}-${colorScheme}`) });
        const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(async () => [place, (await over()) <= 0]).toEqual([place, true]);
      }
      const dialog = page.locator('dialog[open]');
      await page.keyboard.press('?');
      await dialog.waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await go(page, `${site.address}#/pool/worked-fork/8`);
      await page.keyboard.press('s');
      await dialog.waitFor();
      expect(await violations(page)).toEqual([]);
      await close();
    },
  );
});

test('the large mode keeps within the page and passes as well', async () => {
  const { page, close } = await site.visit('#/pool/worked-fork/7', {
    viewport: { width: 1920, height: 1080 },
  });
  await page.keyboard.press('l');
  await page.locator('html[data-large=on]').waitFor();
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await close();
});

/** Gives the classes of what has been set in motion since: a motion may be over before anyone looks. */
async function recordMotion(page: Page): Promise<() => Promise<string[]>> {
  const list = await page.evaluateHandle(() => {
    const moved: string[] = [];
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      moved.push(this.className);
      return animate.apply(this, how);
    };
    return moved;
  });
  return () => list.jsonValue();
}

test('with reduced motion nothing moves', async () => {
  const { page, close } = await site.visit('#/pool/worked-fork/6', { reducedMotion: 'reduce' });
  const moved = await recordMotion(page);
  for (let step = 7; step <= 13; step++) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => position(page)).toBe(step);
  }
  expect(await moved()).toEqual([]);
  await close();
});

test('a copy, an eviction to the cache and a revival each move in their own way', async () => {
  const { page, close } = await site.visit('#/pool/worked-fork/6');
  const moved = await recordMotion(page);
  await page.keyboard.press('ArrowRight');
  await expect.poll(moved).toContain('cell');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  await expect.poll(() => position(page)).toBe(11);
  expect((await moved()).filter((name) => name === 'veil')).toHaveLength(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await moved()).filter((name) => name === 'veil')).toHaveLength(1);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await moved()).filter((name) => name === 'veil')).toHaveLength(2);
  await close();
});

test('all of the pool view by keyboard: one stop for each group, and a visible focus', async () => {
  const { page, close } = await site.visit('#/pool/worked-fork/8');
  const stops: string[] = [];
  for (let i = 0; i < 40; i++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      if (element === document.body) return '';
      const style = getComputedStyle(
        element.matches('input[type=range]')
          ? (element.previousElementSibling?.lastElementChild as Element)
          : element,
      );
      const visible = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
      const group = element.closest('[aria-label], [aria-labelledby]');
      return `${visible ? '' : 'INVISIBLE '}${element.getAttribute('aria-label') ?? element.textContent?.trim()} in ${group?.className}`;
    });
    if (stop === '') break;
    stops.push(stop);
  }
  expect(stops.filter((stop) => stop.startsWith('INVISIBLE'))).toEqual([]);
  expect(stops.filter((stop) => stop.includes('in map'))).toHaveLength(1);
  expect(stops.length).toBeGreaterThan(14);
  expect(stops.length).toBeLessThan(30);
  await page.locator('.tile').first().focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-id'));
  for (const id of ['1', '2']) {
    await page.keyboard.press('ArrowRight');
    await expect.poll(focused).toBe(id);
  }
  await close();
});

/** What has the focus, and whether the page shows its middle and its corners: nothing lies over them. */
const lookAtFocus = () => {
  const element = document.activeElement as HTMLElement;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const corners = [left + 3, right - 3].flatMap((x) => [top + 3, bottom - 3].map((y) => [x, y] as const));
  const covered = [[(left + right) / 2, (top + bottom) / 2] as const, ...corners].filter(([x, y]) => {
    const seen = document.elementFromPoint(x, y);
    return (
      !seen || !(element.contains(seen) || (seen.contains(element) && seen.matches('label, summary, li')))
    );
  });
  // Past the last stop the focus is with the browser.
  const here = element !== document.body;
  const name = here ? `${element.tagName} ${element.className} ${element.textContent}` : '';
  return { name, covered: here && covered.length > 0 };
};

test.each([
  ['#/pool/worked-fork/8', 900, 700],
  ['#/pool/beam-search/30', 320, 640],
  ['#/pool/beam-search/30', 1280, 720],
  ['#/envelope/every-rule', 320, 640],
])('%s at %i by %i: what has the focus is never under something else', async (place, width, height) => {
  const { page, close } = await site.visit(place, { viewport: { width, height } });
  await page.locator('main button:visible').first().waitFor();
  for (const key of ['Tab', 'Shift+Tab']) {
    const stops: Awaited<ReturnType<typeof look>>[] = [];
    const look = () => page.evaluate(lookAtFocus);
    for (let i = 0; i < 24; i++) {
      await page.keyboard.press(key);
      stops.push(await look());
    }
    expect(stops.filter(({ covered }) => covered).map(({ name }) => name)).toEqual([]);
    expect(new Set(stops.map(({ name }) => name)).size).toBeGreaterThan(12);
  }
  await close();
});

test('a dialog takes the focus, Escape closes it, and the focus returns', async () => {
  const { page, close } = await site.visit();
  const keys = page.getByRole('button', { name: 'Keys' });
  await keys.focus();
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('dialog') instanceof HTMLElement))
    .toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => keys.evaluate((button) => button === document.activeElement)).toBe(true);
  await close();
});

test('in forced colours every state keeps a border of its own', async () => {
  const { page, close } = await site.visit('#/pool/worked-fork/12', { forcedColors: 'active' });
  const borders = () =>
    page.locator('.tile').evaluateAll((tiles) => tiles.map((tile) => getComputedStyle(tile).borderTopStyle));
  await expect.poll(borders).toEqual(['double', 'dashed', 'dashed']);
  await go(page, `${site.address}#/pool/worked-fork/7`);
  await expect.poll(borders).toEqual(['solid', 'solid', 'solid']);
  await close();
});
