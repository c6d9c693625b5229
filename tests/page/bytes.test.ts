import { expect, test } from 'vitest';
import { choose, fixture, go } from './actions.ts';
import { EachVisit } from './each_visit.ts';
import { clickByte, cursorOffset, goTo, hexRows, marked } from './hex.ts';

const visit = new EachVisit('#/envelope/worked-example/0x32');

const path = () => visit.page.locator('.path').innerText();
const value = () => visit.page.locator('.value output').innerText();
const cursor = () => cursorOffset(visit.page);
const rows = () => hexRows(visit.page);

test('the hexdump shows every byte, with its text', async () => {
  await expect
    .poll(rows)
    .toEqual([
      '00000000 54 4c 4b 56 01 00 01 00 01 00 00 00 02 00 00 00',
      '00000010 01 00 00 00 01 00 00 00 02 00 00 00 66 93 7b 02',
      '00000020 c1 b0 1a a9 02 00 00 00 00 3c 00 40 00 42 00 44',
      '00000030 00 38 00 bc 00 00 00 34 1c 54 0b 4f',
    ]);
  await expect
    .poll(() => visit.page.locator('.hex-row .hex-text').first().innerText())
    .toBe('TLKV············');
});

test('the address leads to a byte, and the inspector explains it', async () => {
  await expect.poll(cursor).toBe(50);
  await expect.poll(path).toBe('block 0 › layer 0 › V › head 0 › position 0 › dim 1');
  await expect.poll(value).toBe('−1');
  await visit.page.getByRole('img', { name: 'sign 1, exponent 01111, fraction 0000000000' }).waitFor();
});

test('keys move through the bytes; the whole grid is one stop of the Tab key', async () => {
  const { page } = visit;
  const grid = page.getByRole('grid', { name: 'Hexdump' });
  await grid.focus();
  const press = async (offset: number, ...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    await expect.poll(cursor).toBe(offset);
  };
  await press(51, 'ArrowRight');
  await press(35, 'ArrowUp');
  await press(32, 'Home');
  await press(47, 'End');
  // At the edges a key leads nowhere: the next one shows that.
  await press(46, 'ArrowDown', 'ArrowLeft');
  await press(59, 'Control+End');
  await press(0, 'Control+Home');
  await press(1, 'ArrowLeft', 'ArrowRight');
  await expect.poll(() => grid.getAttribute('aria-activedescendant')).toBe('byte-1');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest('.hex'))).toBeNull();
});

test('structure, bytes and values are linked both ways', async () => {
  const { page } = visit;
  await page.locator('.field', { hasText: 'n_tokens' }).click();
  await expect.poll(cursor).toBe(36);
  await expect.poll(() => marked(page, 'data-inside=true')).toBe(4);
  await expect.poll(value).toBe('2');
  await clickByte(page, 57);
  await expect.poll(() => page.locator('.field[aria-current=true] .field-name').innerText()).toBe('crc');
  await expect.poll(value).toBe('0x4F0B541C');
  await page.getByRole('button', { name: 'V position 1 dim 1: 0.25' }).click();
  await expect.poll(cursor).toBe(54);
  await expect.poll(() => page.locator('.number[data-here=true] code').innerText()).toBe('3400');
});

test('choosing a broken rule shows its bytes', async () => {
  const { page } = visit;
  await go(page, `${visit.site.address}#/envelope/every-rule`);
  await page.locator('.finding', { hasText: 'R9' }).click();
  await expect.poll(cursor).toBe(28);
  await page.locator('.finding', { hasText: 'R6' }).click();
  await expect.poll(cursor).toBe(103);
});

test('next and previous field by key', async () => {
  const { page } = visit;
  const press = async (key: string, offset: number) => {
    await page.keyboard.press(key);
    await expect.poll(cursor).toBe(offset);
  };
  await press('p', 48);
  await press('p', 40);
  await press('p', 36);
  await press('n', 40);
});

test('every odd half float reads as what it is', async () => {
  const { page } = visit;
  await go(page, `${visit.site.address}#/envelope/f16-specials`);
  const shown = () =>
    page
      .locator('.number')
      .evaluateAll((cells) =>
        cells.map((cell) => ['code', 'b'].map((part) => cell.querySelector(part)?.textContent).join(' ')),
      );
  await expect.poll(shown).toEqual(expect.arrayContaining(['8000 −0', '7C00 ∞', 'FC00 −∞']));
  await expect.poll(async () => (await shown()).filter((text) => text.endsWith('NaN'))).toHaveLength(7);
  const exact = async (hex: string, wanted: string) => {
    await page
      .locator('.number:has(code)', { has: page.locator('code', { hasText: new RegExp(`^${hex}$`) }) })
      .first()
      .click();
    await expect.poll(value).toBe(wanted);
  };
  await exact('0001', '5.960464477539063e-8');
  await exact('3555', '0.333251953125');
  await exact('03FF', '0.00006097555160522461');
  await exact('8000', '−0');
  await exact('7FFF', 'NaN');
  const stats = page.locator('.slab').first().locator('.stats');
  await expect
    .poll(async () => (await stats.innerText()).replace(/\s+/g, ' '))
    .toBe('min −65504 max 65504 mean 0.1429 zeros 2 NaN 0 inf 2');
});

/** 8 unregistered full blocks, B 16, L 2, H 8, D 128, every payload byte 3D. */
function mebibyte(): Buffer {
  const n = 8;
  const payload = 2 * 2 * 8 * 16 * 128 * 2;
  const file = Buffer.alloc(28 + n * (12 + payload) + 4);
  file.write('TLKV');
  [1 | (1 << 16), n, 16, 2, 8, 128].forEach((word, i) => {
    file.writeUInt32LE(word, 4 + i * 4);
  });
  for (let i = 0; i < n; i++) {
    const at = 28 + i * (12 + payload);
    file.writeUInt32LE(16, at + 8);
    file.fill(0x3d, at + 12, at + 12 + payload);
  }
  file.writeUInt32LE(0x969573c0, file.length - 4);
  return file;
}

test('a mebibyte scrolls, jumps and reads right at the edges of every record', async () => {
  const { page } = visit;
  await choose(page, 'all-3d.tlkv', mebibyte());
  await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor();
  const row = (offset: number) => goTo(page, offset, `0x${offset.toString(16)}`);
  expect(await row(0x1fff0)).toBe(`0001FFF0${' 3d'.repeat(16)}`);
  expect(await row(0x20000)).toBe(`00020000${' 3d'.repeat(16)}`);
  expect(await row(0xffff0)).toBe(`000FFFF0${' 3d'.repeat(16)}`);
  expect(await row(0x20020)).toBe(`00020020${' 3d'.repeat(8)}${' 00'.repeat(8)}`);
  expect(await row(0x20030)).toBe(`00020030 10 00 00 00${' 3d'.repeat(12)}`);
  expect(await row(0x100070)).toMatch(/ c0 73 95 96$/);
  for (const [block, offset] of [
    0x1c, 0x20028, 0x40034, 0x60040, 0x8004c, 0xa0058, 0xc0064, 0xe0070,
  ].entries()) {
    await row(offset);
    await expect.poll(path).toBe(`block ${block} › block_hash`);
  }
  await row(0x20034);
  await expect.poll(value).toBe('1.3095703125');
  await page.locator('.hex').evaluate((scroller) => {
    scroller.scrollTop = scroller.scrollHeight / 2;
  });
  await expect.poll(async () => (await rows())[0]).toMatch(/^0008/);
  await expect.poll(async () => (await rows()).length).toBeLessThan(16);
});

test('an offset that is none, or lies past the end, is explained', async () => {
  const { page } = visit;
  const box = page.getByLabel('Go to');
  const enter = async (text: string, said: string) => {
    await box.fill(text);
    await box.press('Enter');
    await expect.poll(() => page.locator('.go-to', { has: box }).getByRole('status').innerText()).toBe(said);
  };
  await enter('x', 'An offset is a number: 50 or 0x32.');
  await enter('60', 'The last byte is 59.');
  await enter('0x3b', '');
  await expect.poll(cursor).toBe(59);
});

test('every warning fixture leaves the page usable', async () => {
  const { page } = visit;
  await choose(page, 'w.tlkv', fixture('warn/W1-W2-W3-in-one-file.tlkv'));
  await page.getByRole('region', { name: 'Warnings' }).locator('.finding').first().click();
  await expect.poll(cursor).toBeGreaterThan(27);
});
