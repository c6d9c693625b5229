/** Large text, large zoom, and what a page says to those who do not see it. */
import { describe, expect, test } from 'vitest';
import { go, position, settled } from './actions.ts';
import { violations } from './axe.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit('#/pool/worked-fork/7');

const PLACES = [
  '#/pool/worked-fork/7',
  '#/pool/beam-search/20',
  '#/pool/contiguous-against-paged/14',
  '#/learn',
];

const overflow = () => visit.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

describe('at 400 % of 1280 px', () => {
  test.each(PLACES)(
    '%s needs no scrolling sideways, and nothing lies over the step buttons',
    async (place) => {
      const { page } = visit;
      // A browser's zoom of 400 % lays a page of 1280 by 1024 px out on 320 by 256.
      await page.setViewportSize({ width: 320, height: 256 });
      await go(page, visit.site.address + place);
      await expect.poll(overflow).toBeLessThanOrEqual(0);
      if (!place.startsWith('#/pool')) return;
      const before = await position(page);
      await page.getByRole('button', { name: 'Back', exact: true }).click();
      await expect.poll(() => position(page)).toBe(before - 1);
    },
  );
});

describe('with text of 200 %', () => {
  test.each(PLACES)('%s loses nothing', async (place) => {
    const { page } = visit;
    await go(page, visit.site.address + place);
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    await expect.poll(overflow).toBeLessThanOrEqual(0);
    const cut = () =>
      page
        .locator('h1, h2, .why, .sum, .button, .tile-id')
        .evaluateAll((all) =>
          all
            .filter(
              (one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'visible',
            )
            .map((one) => one.textContent),
        );
    await expect.poll(cut).toEqual([]);
  });
});

describe('in forced colours', () => {
  test('states, marks, focus and the other pool are told without a colour of our own', async () => {
    const { page, close } = await visit.site.visit('#/pool/release-order/20', { forcedColors: 'active' });
    const border = (selector: string) => () =>
      page
        .locator(selector)
        .first()
        .evaluate((one) => getComputedStyle(one).borderTopStyle);
    await expect.poll(border('.tile[data-state=used]')).toBe('solid');
    await expect.poll(border('.tile[data-state=cached]')).toBe('double');
    await expect.poll(border('.chip[data-state=cached]')).toBe('double');
    await expect.poll(border('.slab-fill[data-state=used]')).toBe('solid');
    await expect.poll(() => page.locator('.slab-block[data-marked=true]').count()).toBe(4);
    await page.locator('.tile').first().focus();
    await page.keyboard.press('ArrowRight');
    const outline = () =>
      page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const style = getComputedStyle(focused);
        return [focused.dataset.id, style.outlineStyle, Number.parseFloat(style.outlineWidth) >= 2];
      });
    await expect.poll(outline).toEqual(['1', 'solid', true]);
    expect(await violations(page)).toEqual([]);
    await close();
  });

  test('the map of a long pool takes colours of the system, also when they come later', async () => {
    const place = '#/pool/v1;256x16;open+a+1..40;fork+a+b/10';
    const { page, close } = await visit.site.visit(place);
    const system = (name: string) =>
      page.evaluate((colour) => {
        const probe = document.createElement('i');
        probe.style.cssText = `color: ${colour}; forced-color-adjust: none`;
        document.body.append(probe);
        const seen = getComputedStyle(probe).color.match(/\d+/g)?.slice(0, 3).map(Number);
        probe.remove();
        return seen;
      }, name);
    const shared = () =>
      page
        .locator('.density canvas')
        .evaluate((canvas) => [
          ...((canvas as HTMLCanvasElement).getContext('2d')?.getImageData(3, 3, 1, 1).data.slice(0, 3) ??
            []),
        ]);
    const farFrom = (colour: string) => async () => {
      const [seen, wanted] = [await shared(), await system(colour)];
      return Math.max(...seen.map((part, at) => Math.abs(part - (wanted?.[at] ?? 999))));
    };
    await page.emulateMedia({ forcedColors: 'active' });
    // A canvas rounds a colour that lets light through.
    await expect.poll(farFrom('Highlight')).toBeLessThanOrEqual(2);
    await page.emulateMedia({ forcedColors: 'none' });
    await expect.poll(farFrom('var(--ink)')).toBe(0);
    await close();
  });

  test('a copy still has its arrow and its corners', async () => {
    const { page, close } = await visit.site.visit('#/pool/worked-fork/7', { forcedColors: 'active' });
    await expect.poll(() => page.locator('.copy-line').count()).toBe(1);
    const corners = () =>
      page
        .locator('.brackets')
        .first()
        .evaluate((one) => getComputedStyle(one).outlineStyle);
    await expect.poll(corners).toBe('solid');
    await close();
  });
});

test('the accessibility tree has the structures by name, and the blocks in words', async () => {
  const { page } = visit;
  const tree = await settled(() => page.locator('main').ariaSnapshot());
  for (const line of [
    '- navigation "Operation log":',
    '- heading /tl_kv_cow\\(p, 1, &b\\[1\\]\\);.*TL_OK, b\\[1\\] = 2/ [level=1]',
    '- region "Blocks":',
    '- region "Balance":',
    '- region "Sequences":',
    '- region "Free stack":',
    '- region "LRU list":',
    '- region "Prefix index":',
    '- region "Changed in this step":',
    '- slider "Step"',
    '- button "Back"',
  ]) {
    const pattern = line.match(/\/(.*)\//)?.[1];
    if (pattern) expect(tree).toMatch(new RegExp(pattern));
    else expect(tree).toContain(line);
  }
  expect(tree).toMatch(/button "Block 2 used ref 1 ?, 1 of 2 tokens 3 ?, held by b"/);
  expect(tree).toMatch(/button "Block 0, used, shared by 2, entry 0 of a"/);
  // Drawn signs and keys are not read out.
  expect(tree).not.toMatch(/▸|◂|✓/);
});

/** What a greyscale filter leaves: each state by a border, a pattern or a word of its own (case V11). */
test('in grey free, used and cached still differ, and counts are text', async () => {
  const { page } = visit;
  await go(page, `${visit.site.address}#/pool/worked-fork/12`);
  for (const [key, step] of [
    ['ArrowRight', 13],
    ['ArrowLeft', 12],
  ] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => position(page)).toBe(step);
  }
  const looks = () =>
    page.locator('.tile').evaluateAll((tiles) =>
      tiles.map((tile) => {
        const { borderTopStyle, backgroundImage } = getComputedStyle(tile);
        return [tile.querySelector('.tile-state')?.textContent, borderTopStyle, backgroundImage !== 'none'];
      }),
    );
  await expect.poll(looks).toEqual([
    ['cached', 'solid', true],
    ['free', 'dashed', false],
    ['free', 'dashed', false],
  ]);
  const luminance = async (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((one) => {
        const [r, g, b] = (getComputedStyle(one).backgroundColor.match(/[\d.]+/g) ?? []).map(Number);
        return 0.299 * (r ?? 0) + 0.587 * (g ?? 0) + 0.114 * (b ?? 0);
      });
  // While the address still says step 13, going there is going nowhere.
  await expect.poll(() => page.url()).toMatch(/\/12$/);
  await go(page, `${visit.site.address}#/pool/worked-fork/13`);
  await expect.poll(async () => (await luminance('.tile[data-state=used]')) < 110).toBe(true);
  await expect.poll(() => page.locator('.tile').first().innerText()).toMatch(/used\s+ref 1/);
});
