import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { choose, counts, fixture, go } from './actions.ts';
import { violations } from './axe.ts';
import { EachVisit } from './each_visit.ts';
import { cursorOffset, goTo, hexRows, marked } from './hex.ts';

const visit = new EachVisit('#/envelope/worked-example/0x0', {
  permissions: ['clipboard-read', 'clipboard-write'],
});

const button = (name: string | RegExp) => visit.page.getByRole('button', { name });
const panel = () => visit.page.locator('.tool-panel');
const cursor = () => cursorOffset(visit.page);

describe('a prefix', () => {
  const check = async (tokens: string, parent = '') => {
    await visit.page.getByLabel('Token ids').fill(tokens);
    await visit.page.getByLabel('Parent or salt').fill(parent);
    await button('Check').last().click();
  };
  const said = (text: string) => panel().getByRole('status').filter({ hasText: text }).waitFor();

  test('token ids name their blocks, and the hashed bytes are shown', async () => {
    await visit.page.keyboard.press('h');
    await check('1 2 3 4 9');
    await said('1 of 1 block explained by 2 links. 1 token at the end fills no block.');
    const link = (at: number, text: string) =>
      panel().locator('.links li').nth(at).filter({ hasText: text }).waitFor();
    await link(0, '0xa91ab0c1027b9366');
    await link(0, '01 00 00 00 02 00 00 00');
    await link(1, '0x03df829571605c60');
    await link(1, '66 93 7b 02 c1 b0 1a a9');
    await link(1, 'in no block');
    await panel().getByRole('button', { name: 'block 0' }).click();
    await expect.poll(cursor).toBe(28);
  });

  test('a salt leads elsewhere; what is no token or too few is explained', async () => {
    await button('Check a prefix').click();
    await check('1 2', '0x1');
    await said('0 of 1 block explained by 1 link.');
    await check('1 x');
    await said('"x" is no token id');
    await check('1');
    await said('type at least 2 tokens, there are 1.');
    await check('1 2', 'salt');
    await said('The parent is a 64-bit hash');
  });
});

describe('comparing', () => {
  test('two files by structure: what differs, next and previous, swap', async () => {
    const { page } = visit;
    const changed = Buffer.from(fixture('golden/worked-example.tlkv'));
    changed[51] = 0x3c; // -1 becomes 1
    changed[55] = 0x38; // 0.25 becomes 0.5
    await choose(page, 'other.tlkv', changed);
    await page.keyboard.press('c');
    await page.getByLabel('with').selectOption('worked-example.tlkv');
    await panel().locator('h2', { hasText: '1 block differs' }).waitFor();
    await expect
      .poll(() => panel().innerText())
      .toContain('2 bytes differ, the first at 51: block 0, layer 0, V, head 0, position 0, dim 1.');
    await expect.poll(() => panel().locator('.difference').allInnerTexts()).toHaveLength(2);
    await expect.poll(() => panel().locator('.difference').first().innerText()).toMatch(/1 → −1/);
    await expect.poll(() => panel().locator('.compare-facts').innerText()).toMatch(/1 → −1/);
    await expect.poll(cursor).toBe(51);
    await expect.poll(() => marked(page, 'data-differs=true')).toBe(2);
    await page.keyboard.press('.');
    await expect.poll(cursor).toBe(55);
    await button('Previous difference').click();
    await expect.poll(cursor).toBe(51);
    await button('Swap').click();
    await page.locator('.top .file-name', { hasText: 'worked-example.tlkv' }).waitFor();
    await panel().locator('.difference').first().filter({ hasText: '−1 → 1' }).waitFor();
    await expect.poll(() => marked(page, 'data-differs=true')).toBe(2);
    await page.keyboard.press('c');
    await expect.poll(() => marked(page, 'data-differs=true')).toBe(0);
  });

  test('more differences than are listed: all are coloured, and the next one is found from anywhere', async () => {
    const { page } = visit;
    // One block of 1 layer, 1 head, 64 positions, 256 dims: 64 KiB. Every eighth byte differs.
    const file = Buffer.alloc(28 + 12 + 2 ** 16 + 4);
    fixture('golden/worked-example.tlkv').copy(file, 0, 0, 28);
    [1, 64, 1, 1, 256].forEach((word, i) => {
      file.writeUInt32LE(word, 8 + i * 4);
    });
    file.writeUInt32LE(64, 36);
    const other = Buffer.from(file);
    for (let at = 40; at < 40 + 2 ** 16; at += 8) other[at] = 1;
    await choose(page, 'zeros.tlkv', file);
    await choose(page, 'ones.tlkv', other);
    await page.keyboard.press('c');
    await page.getByLabel('with').selectOption('zeros.tlkv');
    await panel().getByRole('status').filter({ hasText: '8,192 bytes differ, the first at 40' }).waitFor();
    await goTo(page, 50_001);
    await expect.poll(() => marked(page, 'data-differs=true')).toBeGreaterThan(16);
    await button('Next difference').click();
    await expect.poll(cursor).toBe(50008);
    await button('Previous difference').click();
    await expect.poll(cursor).toBe(50000);
    await goTo(page, 28 + 12 + 2 ** 16 + 3);
    await button('Next difference').click();
    await panel().getByRole('status').filter({ hasText: 'There is none.' }).waitFor();
    await button('Previous difference').click();
    await expect.poll(cursor).toBe(40 + 2 ** 16 - 8);
  });

  test('with one file open the page asks for a second', async () => {
    await button('Compare').click();
    await expect.poll(() => panel().innerText()).toContain('Open a second file to compare with.');
  });
});

describe('exports', () => {
  async function saved(name: string | RegExp): Promise<{ name: string; bytes: Buffer }> {
    const [file] = await Promise.all([visit.page.waitForEvent('download'), button(name).click()]);
    return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
  }

  test('report, hexdump, arrays and blocks', async () => {
    const { page } = visit;
    await page.keyboard.press('e');
    const report = await saved('Report as JSON');
    expect(report.name).toBe('worked-example.json');
    expect(JSON.parse(report.bytes.toString()).blocks[0].hash).toBe('0xa91ab0c1027b9366');
    const dump = await saved('Hexdump as text');
    expect(dump.bytes.toString().split('\n')).toHaveLength(5);
    const v = await saved('V as .npy');
    expect(v.name).toBe('worked-example.block0.layer0.head0.v.npy');
    expect(v.bytes.subarray(-8).toString('hex')).toBe('003800bc00000034');
    const block = await saved('as an envelope');
    expect(block.bytes).toEqual(fixture('golden/worked-example.tlkv'));
    await expect
      .poll(() => panel().getByRole('status').innerText())
      .toContain('accepted by a version 1 reader');
    await page.getByLabel('to', { exact: true }).fill('7');
    await button('as an envelope').click();
    await panel().getByRole('status').filter({ hasText: 'Blocks are numbered 0 to 0' }).waitFor();
  });

  test('blocks go to a pool of their shape in the pool view', async () => {
    const { page } = visit;
    await choose(page, 'three.tlkv', fixture('good/two-blocks-and-a-tail.tlkv'));
    await page.keyboard.press('e');
    await page.getByLabel('to', { exact: true }).fill('3');
    await button('in the pool view').click();
    await panel().getByRole('status').filter({ hasText: 'Blocks are numbered 0 to 2' }).waitFor();
    await page.getByLabel('to', { exact: true }).fill('2');
    await button('in the pool view').click();
    // Three blocks used by the imported sequence, four more to play with.
    await expect.poll(() => counts(page)).toEqual([4, 3, 0]);
    await expect.poll(() => page.locator('main').innerText()).toContain('TL_OK');
    await page.getByRole('button', { name: 'Envelope' }).click();
    await expect.poll(() => page.locator('.top .file-name').textContent()).toBe('three.tlkv');
  });

  test('the good blocks of a cut file are saved as a good envelope', async () => {
    const { page } = visit;
    const whole = fixture('good/two-blocks-and-a-tail.tlkv');
    await choose(page, 'cut.tlkv', whole.subarray(0, whole.length - 20));
    await button('Export').click();
    const good = await saved('All good blocks as a good envelope');
    expect(good.name).toBe('cut.good.tlkv');
    await choose(page, good.name, good.bytes);
    await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor();
    await expect.poll(() => page.locator('.structure-block .stepper-of').innerText()).toBe('of 2');
  });

  test('a link holds a small envelope, and opens it again', async () => {
    const { page } = visit;
    await page.keyboard.press('e');
    await button('Copy a link with the bytes').click();
    await panel().getByRole('status').filter({ hasText: 'Link copied' }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const other = await visit.site.visit(link.slice(link.indexOf('#')));
    await expect.poll(() => other.page.locator('.verdict h1').innerText()).toBe('Accepted');
    await expect
      .poll(async () => (await hexRows(other.page)).at(-1))
      .toBe('00000030 00 38 00 bc 00 00 00 34 1c 54 0b 4f');
    await go(other.page, `${visit.site.address}#/envelope/bytes-%3Cscript%3E`);
    await other.page.getByRole('alert').filter({ hasText: 'The link is damaged' }).waitFor();
    expect(other.problems).toEqual([]);
    await other.close();
  });
});

/** Kept for a person to look at. */
const picture = (name: string) => new URL(`../../build/pictures/tool-${name}.png`, import.meta.url).pathname;

describe.each(['light', 'dark'] as const)('%s', (colorScheme) => {
  test.each([320, 1280])(
    'axe-core finds nothing in any tool at %i px, and nothing is wider',
    async (width) => {
      const { page, close } = await visit.site.visit('#/envelope', {
        colorScheme,
        viewport: { width, height: 900 },
      });
      await choose(page, 'all.tlkv', fixture('golden/random-1.tlkv'));
      const damaged = Buffer.from(fixture('golden/random-1.tlkv'));
      damaged[100] = (damaged[100] as number) ^ 4;
      damaged[300] = (damaged[300] as number) ^ 64;
      await choose(page, 'damaged.tlkv', damaged);
      await page.locator('.files').waitFor();
      for (const [key, name] of [
        ['d', 'damage'],
        ['h', 'prefix'],
        ['c', 'compare'],
        ['e', 'export'],
      ] as const) {
        await page.keyboard.press(key);
        await page.locator(`#${name}-title`).waitFor();
        if (key === 'h') {
          await page.getByLabel('Token ids').fill('1 2 3 4 5 6 7 8 9');
          await page.getByLabel('Token ids').press('Enter');
          await panelOf(page).locator('.links li').first().waitFor();
        }
        if (key === 'c') {
          await page.getByLabel('with').selectOption('all.tlkv');
          await panelOf(page).locator('.difference').first().waitFor();
        }
        expect([key, await violations(page)]).toEqual([key, []]);
        await page.screenshot({ path: picture(`${key}-${width}-${colorScheme}`) });
        await expect
          .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
          .toBeLessThanOrEqual(0);
        await page.locator('.tool-panel h2').click();
        await page.evaluate(() => (document.activeElement as HTMLElement)?.blur());
      }
      await close();
    },
  );
});

const panelOf = (page: Page) => page.locator('.tool-panel');
