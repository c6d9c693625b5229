import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { go } from './actions.ts';
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
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect([place, over <= 0]).toEqual([place, true]);
      }
      await page.keyboard.press('?');
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await go(page, `${site.address}#/pool/worked-fork/8`);
      await page.keyboard.press('s');
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
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await close();
});

test('with reduced motion nothing moves', async () => {
  const { page, close } = await site.visit('#/pool/worked-fork/6', { reducedMotion: 'reduce' });
  const step = async () => {
    await page.keyboard.press('ArrowRight');
    return page.evaluate(() => document.getAnimations().length);
  };
  for (let i = 0; i < 7; i++) expect(await step()).toBe(0);
  await close();
});

test('a copy, an eviction to the cache and a revival each move in their own way', async () => {
  const { page, close } = await site.visit('#/pool/worked-fork/6');
  const moving = async () => {
    await page.keyboard.press('ArrowRight');
    return page.evaluate(() =>
      document.getAnimations().map((one) => (one.effect as KeyframeEffect).target?.className ?? ''),
    );
  };
  expect(await moving()).toContain('cell');
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
  expect(await moving()).toContain('veil');
  expect(await moving()).toContain('veil');
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
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe('2');
  await close();
});

test('a dialog takes the focus, Escape closes it, and the focus returns', async () => {
  const { page, close } = await site.visit();
  const keys = page.getByRole('button', { name: 'Keys' });
  await keys.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
  await page.keyboard.press('Escape');
  await expect.poll(() => keys.evaluate((button) => button === document.activeElement)).toBe(true);
  await close();
});

test('in forced colours every state keeps a border of its own', async () => {
  const { page, close } = await site.visit('#/pool/worked-fork/12', { forcedColors: 'active' });
  const borders = await page
    .locator('.tile')
    .evaluateAll((tiles) => tiles.map((tile) => getComputedStyle(tile).borderTopStyle));
  expect(borders).toEqual(['double', 'dashed', 'dashed']);
  await go(page, `${site.address}#/pool/worked-fork/7`);
  const used = await page
    .locator('.tile')
    .first()
    .evaluate((tile) => getComputedStyle(tile).borderTopStyle);
  expect(used).toBe('solid');
  await close();
});
