import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { parseScenario } from '../../web/src/model/scenario.ts';
import { choose, counts, drop, focused, go as goTo, position, settled } from './actions.ts';
import { violations } from './axe.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit('', { permissions: ['clipboard-read', 'clipboard-write'] });
let page: Page;
beforeEach(() => {
  page = visit.page;
});

const hash = () => new URL(page.url()).hash;

const go = (fragment: string) => goTo(page, visit.site.address + fragment);

test('a link to a scenario that is not there says so', async () => {
  await go('#/pool/nonsense/4');
  await expect
    .poll(() => page.getByRole('alert').innerText())
    .toContain('There is no scenario "nonsense": this is the first one.');
  await expect.poll(() => page.locator('.menu b').innerText()).toBe('The worked fork');
  await go('#/pool/beam-search/4');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('the page has no end of its own to scroll to beside the columns', async () => {
  for (const place of ['block-size/5', 'contiguous-against-paged/15', 'beam-search/30']) {
    await go(`#/pool/${place}`);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight - innerHeight)).toBe(0);
  }
});

describe('calls by hand', () => {
  const line = () => page.getByRole('combobox', { name: 'Command' });

  test('can be made with the mouse alone', async () => {
    await go('#/pool/v1;4x2;open+a+1+2+3/5');
    const calls = page.getByRole('group', { name: 'Calls' });
    await expect.poll(() => calls.isVisible()).toBe(false);
    await line().click();
    await calls.getByRole('button', { name: 'fork', exact: true }).click();
    await expect.poll(() => line().inputValue()).toBe('fork ');
    await page.getByRole('option', { name: /^a / }).click();
    await expect.poll(() => line().inputValue()).toBe('fork a ');
    await page.keyboard.type('b');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => page.locator('.tile').first().innerText()).toContain('shared ×2');
    await calls.getByRole('button', { name: 'close', exact: true }).click();
    await page.getByRole('option', { name: /^b / }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await expect.poll(() => page.locator('.tile').first().innerText()).toContain('ref 1');
    expect(await violations(page)).toEqual([]);
  });

  test('are offered by buttons where none was made yet', async () => {
    await go('#/pool/v1;4x2;/0');
    await expect.poll(() => page.getByRole('group', { name: 'Calls' }).isVisible()).toBe(true);
  });

  async function run(command: string): Promise<void> {
    await line().fill(command);
    await line().press('Enter');
  }

  test('branch off at any step, are undone and redone, and live in the address', async () => {
    await go('#/pool/worked-fork/4');
    await page.keyboard.press('/');
    await focused(line());
    await page.keyboard.type('open z 1 2 9');
    await page.keyboard.press('Enter');
    await expect.poll(() => counts(page)).toEqual([0, 3, 0]);
    await expect.poll(() => page.locator('h1').innerText()).toContain('tl_kv_set_fill(p, 2, 1)');
    await run('close a');
    await expect
      .poll(hash)
      .toMatch(/^#\/pool\/v1;3x2;.*;alloc\+a\+2;.*;register\+0\+a;open\+z\+1\+2\+9;close\+a\/9$/);
    await expect.poll(() => counts(page)).toEqual([1, 2, 0]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => counts(page)).toEqual([0, 3, 0]);
    await page.getByRole('button', { name: 'Redo' }).click();
    await expect.poll(() => counts(page)).toEqual([1, 2, 0]);
    await page.reload();
    await page.waitForSelector('main');
    await expect.poll(() => counts(page)).toEqual([1, 2, 0]);
    await page.goBack();
    await page.locator('.menu b', { hasText: 'The worked fork' }).waitFor();
  });

  test('complete by Tab and by arrow keys, and recall what was typed', async () => {
    await go('#/pool/worked-fork/6');
    await line().focus();
    await page.keyboard.type('app');
    await page.getByRole('option', { name: 'append' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => line().inputValue()).toBe('append ');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => line().getAttribute('aria-activedescendant')).toBe('completion-1');
    await page.keyboard.press('Enter');
    await expect.poll(() => line().inputValue()).toBe('append b ');
    await page.keyboard.type('7');
    await page.keyboard.press('Enter');
    await expect.poll(() => line().inputValue()).toBe('');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => line().inputValue()).toBe('append b 7');
  });

  test('that make no sense are explained; what the pool refuses is its own answer', async () => {
    await go('#/pool/worked-fork/6');
    await run('unref 0');
    const said = page.locator('#prompt-complaint');
    await expect.poll(() => said.innerText()).toBe('✕ block 0 is held by a and b: say whose it is.');
    await expect.poll(hash).toBe('#/pool/worked-fork/6');
    await run('alloc 9');
    await expect.poll(() => said.innerText()).toBe('');
    await expect.poll(() => page.locator('.call-answer').innerText()).toBe('✕ TL_EFULL');
    await expect.poll(() => page.locator('.brackets').count()).toBe(0);
  });

  test('on a pool of any size', async () => {
    await page.getByRole('combobox', { name: 'Scenario' }).selectOption('new');
    const dialog = page.getByRole('dialog', { name: 'Free play on a new pool' });
    await dialog.getByLabel('Blocks').fill('0');
    await dialog.getByRole('button', { name: 'Make the pool' }).click();
    await expect.poll(() => dialog.getByRole('status').innerText()).toContain('from 1 to 65,536');
    await dialog.getByLabel('Blocks').fill('5');
    await dialog.getByLabel('Tokens in a block').fill('3');
    await dialog.getByRole('button', { name: 'Make the pool' }).click();
    await focused(line());
    await page.keyboard.type('open a 1 2 3 4');
    await page.keyboard.press('Enter');
    await expect.poll(() => counts(page)).toEqual([3, 2, 0]);
    await expect.poll(() => page.locator('.subject-size').innerText()).toBe('5 blocks of 3 tokens');
  });
});

test('a pool of 65,536 blocks has a map of all, and the tiles of a part that scrolls', async () => {
  await go('#/pool/v1;65536x16;alloc+a+70;write+69+1+2/2');
  const tile = (id: number) => page.locator(`.tile[data-id="${id}"]`);
  const shown = () => page.locator('.long-range').innerText();
  await expect.poll(() => tile(69).count()).toBe(1);
  await expect.poll(() => page.locator('.tile').count()).toBeLessThan(40);
  await expect
    .poll(() => page.locator('.density canvas').getAttribute('aria-label'))
    .toBe('Map of 65,536 blocks: 70 used, 0 cached, 65,466 free');
  await expect
    .poll(() => page.locator('.sum').innerText())
    .toContain('65,466 free + 70 used + 0 cached = 65,536 blocks');
  await page.getByLabel('Go to block').fill('65535');
  await page.keyboard.press('Enter');
  await expect.poll(() => tile(65535).count()).toBe(1);
  await expect.poll(shown).toMatch(/to 65,535 of 65,536$/);
  await tile(65535).focus();
  const focusedTile = () => page.evaluate(() => Number(document.activeElement?.getAttribute('data-id')));
  for (let i = 0, before = 65535; i < 4; i++) {
    await page.keyboard.press('ArrowUp');
    await expect.poll(focusedTile).toBeLessThan(before);
    before = await focusedTile();
  }
  await expect.poll(focusedTile).toBeGreaterThanOrEqual(65500);
  await page.locator('.density-box').click({ position: { x: 2, y: 2 } });
  await expect.poll(() => tile(0).count()).toBe(1);
  await page.locator('.long-tiles').hover();
  // A turn of the wheel before the jump is over goes nowhere.
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 4000);
      return tile(0).count();
    })
    .toBe(0);
  await expect.poll(() => page.locator('.tile').count()).toBeGreaterThan(8);
});

test('tiles that were scrolled stand, and are read out, in the order of their ids, and keep the focus', async () => {
  await go('#/pool/v1;65536x16;alloc+a+40000;alloc+b+9000/2');
  const ids = () =>
    page.locator('.long-tiles .tile').evaluateAll((tiles) => tiles.map((tile) => Number(tile.dataset.id)));
  const places = () =>
    page.locator('.long-tiles .tile').evaluateAll((tiles) =>
      tiles.map((tile) => {
        const { left, top } = tile.getBoundingClientRect();
        return Math.round(top) * 10_000 + Math.round(left);
      }),
    );
  await page.locator('.tile[data-id="40005"]').focus();
  const focused = () => page.evaluate(() => (document.activeElement as HTMLElement).dataset.id);
  // As the wheel does it, but by amounts that leave the ring of elements turned by another amount each time.
  for (const by of [130, 250, 400, 3000]) {
    await page.locator('.long-tiles').evaluate((element, px) => {
      element.scrollTop += px;
    }, by);
    await expect
      .poll(async () => {
        const seen = await ids();
        return seen.length > 8 && seen.every((id, at) => id === (seen[0] as number) + at);
      })
      .toBe(true);
    await expect
      .poll(async () => {
        const seen = await places();
        return seen.every((place, at) => at === 0 || place > (seen[at - 1] as number));
      })
      .toBe(true);
    const inView = await page.locator('.tile[data-id="40005"]').count();
    await expect.poll(focused).toBe(inView === 1 ? '40005' : undefined);
  }
});

test('a chosen block stays lit while others come into view, and nothing else is', async () => {
  await go('#/pool/v1;4096x4;alloc+a+400/1');
  const lit = () => page.locator('.tile[data-lit]').evaluateAll((all) => all.map((one) => one.dataset.block));
  const scroll = (px: number) =>
    page.locator('.long-tiles').evaluate((element, by) => {
      element.scrollTop = by;
    }, px);
  await page.locator('.tile[data-id="5"]').click();
  await page.locator('h1').hover();
  await expect.poll(() => page.locator('.tile[data-lit]').count()).toBe(1);
  // Near, far away, and back.
  for (const [px, there] of [
    [100, 1],
    [2000, 0],
    [0, 1],
  ] as const) {
    await scroll(px);
    await expect.poll(() => page.locator('.tile[data-id="5"]').count()).toBe(there);
    await expect.poll(lit).toEqual(there === 1 ? ['5'] : []);
  }
});

test.each([320, 1280])('the words of a tile stay in it at %i px, with ids of five digits', async (width) => {
  const { page: narrow, close } = await visit.site.visit('#/pool/v1;65536x16;alloc+a+40000;alloc+b+9000/2', {
    viewport: { width, height: 800 },
  });
  await expect
    .poll(() =>
      narrow
        .locator('.long-tiles .tile')
        .evaluateAll((tiles) =>
          tiles.map((tile) => [Number(tile.dataset.id) >= 40_000, tile.scrollWidth <= tile.clientWidth]),
        ),
    )
    .toEqual(expect.arrayContaining([[true, true]]));
  await expect
    .poll(() =>
      narrow
        .locator('.long-tiles .tile')
        .evaluateAll((tiles) => tiles.filter((tile) => tile.scrollWidth > tile.clientWidth).length),
    )
    .toBe(0);
  await close();
});

test('a copy in a long pool has its arrow while both blocks are in view', async () => {
  await go('#/pool/v1;256x16;open+a+1..40;fork+a+b;append+b+7/11');
  const lines = () => page.locator('.long-rows .copy-line').count();
  await expect.poll(lines).toBe(1);
  await page.getByLabel('Go to block').fill('255');
  await page.keyboard.press('Enter');
  await expect.poll(lines).toBe(0);
  await page.getByLabel('Go to block').fill('0');
  await page.keyboard.press('Enter');
  await expect.poll(lines).toBe(1);
});

test('over each call stands the command, and which of its calls of C it is', async () => {
  await go('#/pool/v1;256x16;open+a+1..40;fork+a+b;append+b+7;unref+0+a/11');
  const said = () => page.locator('.call-of').innerText();
  await expect.poll(said).toBe('append b 7 is 2 calls of C, this is number 1: cow, set_fill');
  await page.keyboard.press('ArrowRight');
  await expect.poll(said).toBe('append b 7 is 2 calls of C, this is number 2: cow, set_fill');
  await page.keyboard.press('ArrowRight');
  await expect.poll(said).toBe('unref 0 a is one call');
  await page.keyboard.press('Home');
  await expect.poll(said).toBe('Before the first command');
  await go('#/pool/export-and-import/14');
  await expect.poll(said).toBe('pool p is no call of C: those that follow go to that pool');
});

test('a log of thousands of calls draws the lines in view, at the current step', async () => {
  await go('#/pool/v1;4096x16;alloc+a+1500;fork+a+b/1200');
  await expect.poll(() => page.locator('.log button').count()).toBeLessThan(80);
  await expect.poll(() => page.locator('.log [aria-current]').innerText()).toContain('ref(1198)');
  await page.keyboard.press('End');
  await expect.poll(() => page.locator('.log [aria-current]').innerText()).toContain('ref(1499)');
  await page.keyboard.press('Home');
  await expect.poll(() => page.locator('.log [aria-current]').innerText()).toContain('pool_create');
});

describe('kept and shared', () => {
  const OWN = '#/pool/v1;4x2;!Two+holders;open+a+1+2+3;fork+a+b;append+b+4/8';

  async function click(name: string): Promise<void> {
    await page.keyboard.press('s');
    await page.getByRole('dialog', { name: 'Keep or share' }).getByRole('button', { name }).click();
  }

  async function closed(): Promise<void> {
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('.keep').count()).toBe(0);
  }

  async function saved(name: string): Promise<{ download: Download; bytes: Buffer }> {
    const [download] = await Promise.all([page.waitForEvent('download'), click(name)]);
    return { download, bytes: readFileSync(await download.path()) };
  }

  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());

  test('a link opens in another browser at the same step', async () => {
    await go(OWN);
    const here = await settled(() => counts(page));
    await click('Copy link');
    await page.getByText('Link copied.').waitFor();
    const link = await clipboard();
    const other = await visit.site.visit(link.slice(link.indexOf('#')));
    await expect.poll(() => position(other.page)).toBe(8);
    await expect.poll(() => counts(other.page)).toEqual(here);
    await expect.poll(() => other.page.locator('.menu b').innerText()).toBe('Two holders');
    await other.close();
  });

  test('a saved file is a scenario, and a dropped one is played', async () => {
    await go(OWN);
    const { download, bytes } = await saved('Save as file');
    expect(download.suggestedFilename()).toBe('two-holders.json');
    expect(parseScenario(bytes.toString()).title).toBe('Two holders');
    await closed();
    await go('#/pool/worked-fork/3');
    await drop(page, 'body', [{ name: 'mine.json', bytes: [...bytes] }]);
    await page.locator('.menu b', { hasText: 'Two holders' }).waitFor();
    await expect.poll(() => position(page)).toBe(0);
  });

  test('a broken scenario file is told with line and step, and the old one stays', async () => {
    const text =
      '{ "title": "t", "about": "a",\n "pool": { "blocks": 2, "tokens": 2 },\n "steps": ["alloc a 1",\n "ref x"] }';
    await choose(page, 'broken.json', Buffer.from(text));
    await expect
      .poll(() => page.getByRole('alert').innerText())
      .toContain('line 4, step 2: id must be an integer');
    await expect.poll(() => page.locator('.menu b').innerText()).toBe('The worked fork');
  });

  test('as C++ and as TypeScript', async () => {
    await go(OWN);
    await click('Copy as C++');
    await page.getByText('C++ test copied.').waitFor();
    await expect.poll(clipboard).toContain('TEST(Scenario, TwoHolders)');
    await closed();
    await click('Copy as TypeScript');
    await page.getByText('TypeScript test copied.').waitFor();
    await expect.poll(clipboard).toContain("from 'vitest'");
  });

  test('a sequence as an envelope that the page accepts', async () => {
    await go(OWN);
    const { download, bytes } = await saved('Save b');
    expect(download.suggestedFilename()).toBe('b.tlkv');
    await closed();
    await choose(page, 'b.tlkv', bytes);
    await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor();
    await expect
      .poll(() => page.getByRole('group', { name: 'K by position and dim' }).innerText())
      .toContain('3C00');
  });

  test('the map as SVG and PNG', async () => {
    await go(OWN);
    expect((await saved('Save SVG')).bytes.toString()).toContain('<svg ');
    await closed();
    expect((await saved('Save PNG')).bytes.subarray(1, 4).toString()).toBe('PNG');
  });
});

test('every scenario of the menu runs from start to end without a problem', async () => {
  const menu = page.getByRole('combobox', { name: 'Scenario' });
  const names = await menu
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(names.length).toBeGreaterThan(15);
  for (const name of names.filter((one) => one !== 'new')) {
    await menu.selectOption(name);
    await expect.poll(hash).toMatch(new RegExp(`^#/pool/${name}/\\d+$`));
    await expect.poll(() => menu.inputValue()).toBe(name);
    await page.locator('h1').click();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator('.step-count').innerText()).toMatch(/step (\d+) of \1/);
    await expect.poll(() => page.locator('.violation').count()).toBe(0);
  }
});
