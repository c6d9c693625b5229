/** The large mode: what a lecturer speaks of is in view without scrolling, on projectors of two sizes. */
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { go } from './actions.ts';
import { violations } from './axe.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit();

async function project(width: number, height: number, place: string): Promise<Page> {
  const { page } = visit;
  await page.setViewportSize({ width, height });
  await go(page, visit.site.address + place);
  await page.keyboard.press('l');
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset.large)).toBe('on');
  return page;
}

/** Those of the parts that are not there, or not wholly between the bar at the top and the steps below. */
const outOfView = (page: Page, ...parts: string[]) =>
  page.evaluate((all) => {
    const top = document.querySelector('.pool')?.getBoundingClientRect().top ?? Infinity;
    const bottom = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
    return all.filter((part) => {
      const found = [...document.querySelectorAll(part)].map((one) => one.getBoundingClientRect());
      return found.length === 0 || found.some((box) => box.top < top || box.bottom > bottom);
    });
  }, parts);

describe.each([
  [1280, 720],
  [1920, 1080],
])('at %i by %i', (width, height) => {
  test('the command of the call, all of twelve blocks and the sum are in view', async () => {
    const page = await project(width, height, '#/pool/beam-search/22');
    await expect.poll(() => outOfView(page, '.call-of', 'h1', '.why', '.tile', '.sum')).toEqual([]);
    await expect
      .poll(() => page.locator('.call-of').innerText())
      .toBe('append d 13 is 3 calls of C, this is number 2: cow, set_fill, register');
    expect(await violations(page)).toEqual([]);
  });

  test('so are all of sixteen, four by four', async () => {
    const page = await project(width, height, '#/pool/shared-system-prompt/10');
    await expect.poll(() => outOfView(page, '.call-of', 'h1', '.why', '.tile', '.sum')).toEqual([]);
    await expect
      .poll(() =>
        page
          .locator('.tile')
          .evaluateAll((tiles) => new Set(tiles.map((tile) => tile.getBoundingClientRect().top)).size),
      )
      .toBe(4);
  });

  test.each(['block-size/30', 'contiguous-against-paged/14'])(
    'the figures of %s stand beside the blocks',
    async (place) => {
      const page = await project(width, height, `#/pool/${place}`);
      await expect.poll(() => outOfView(page, '.call-of', '.tile', '.sum', '.figures')).toEqual([]);
      const beside = () =>
        page.evaluate(() => {
          const box = (part: string) => document.querySelector(part)?.getBoundingClientRect() as DOMRect;
          return box('.figures').left >= box('.tiles').right && box('.figures').top < box('.tiles').bottom;
        });
      await expect.poll(beside).toBe(true);
      // One table of them, not a second one under the blocks.
      await expect.poll(() => page.locator('.figures').count()).toBe(1);
      expect(await violations(page)).toEqual([]);
    },
  );

  test('a question stands beside the blocks that it asks about', async () => {
    const page = await project(width, height, '#/pool/beam-search/11');
    await expect.poll(() => outOfView(page, '.tile', '.question')).toEqual([]);
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => outOfView(page, '.tile', '.answered')).toEqual([]);
  });
});
