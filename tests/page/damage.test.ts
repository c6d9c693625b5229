import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { choose, fixture, go } from './actions.ts';
import { EachVisit } from './each_visit.ts';
import { byteAt, clickByte, cursorOffset, goTo, marked } from './hex.ts';

const visit = new EachVisit('#/envelope/worked-example/0x24');

const title = () => visit.page.locator('.verdict h1').innerText();
const broken = () => visit.page.locator('.findings:not([data-mild=true]) .finding-rule').allInnerTexts();
const byte = (offset: number) => byteAt(visit.page, offset);
const edited = () => marked(visit.page, 'data-edited=true');
const button = (name: string | RegExp) => visit.page.getByRole('button', { name });

test('digits typed in the hexdump break a rule; undo mends it', async () => {
  const { page } = visit;
  await page.keyboard.press('d');
  await page.getByRole('grid', { name: 'Hexdump' }).focus();
  await page.keyboard.press('0');
  await page.keyboard.press('3');
  await expect.poll(() => byte(36)).toBe('03');
  await expect.poll(title).toBe('Refused');
  await expect.poll(broken).toEqual(['R6', 'R8']);
  await expect.poll(edited).toBe(1);
  await expect.poll(() => cursorOffset(page)).toBe(37);
  await button('Seal again').click();
  await expect.poll(broken).toEqual(['R8']);
  await page.keyboard.press('z');
  await page.keyboard.press('z');
  await expect.poll(() => byte(36)).toBe('02');
  await expect.poll(title).toBe('Accepted');
});

test('a bit turned over by mouse breaks the CRC; the page finds that bit and turns it back', async () => {
  const { page } = visit;
  await clickByte(page, 50);
  await button('Try damage').click();
  await button('Flip bit 4, now 0').click();
  await expect.poll(() => byte(50)).toBe('10');
  await expect.poll(broken).toEqual(['R6']);
  await expect
    .poll(() => page.locator('.one-bit').innerText())
    .toContain(
      'Bit 4 of byte 50 (block 0, layer 0, V, head 0, position 0, dim 1). With 00 in the place of 10 the CRC is right; no other single bit does that.',
    );
  await button('Flip bit 4 of byte 50').click();
  await expect.poll(title).toBe('Accepted');
  await expect.poll(edited).toBe(0);
  await expect.poll(() => page.locator('.one-bit').count()).toBe(0);
});

test('the sample with one flipped bit is mended, saved and opens as accepted', async () => {
  const { page } = visit;
  await go(page, `${visit.site.address}#/envelope/one-bit-flipped`);
  await button(/^Flip bit . of byte/).click();
  await expect.poll(title).toBe('Accepted');
  await page.keyboard.press('d');
  const [saved] = await Promise.all([page.waitForEvent('download'), button('Save a copy').click()]);
  expect(saved.suggestedFilename()).toBe('one-bit-flipped.tlkv');
  expect(readFileSync(await saved.path())).toEqual(fixture('golden/worked-example.tlkv'));
});

test('a broken CRC that no bit explains is said to be so; sealing mends it', async () => {
  const { page } = visit;
  await choose(page, 'zero.tlkv', fixture('bad/R6-crc-zero.tlkv'));
  await page.locator('.one-bit', { hasText: 'No single bit explains the CRC' }).waitFor();
  await page.keyboard.press('s');
  await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor();
  await expect.poll(edited).toBe(4);
});

test('an edit of the header changes the structure; undo all brings it back', async () => {
  const { page } = visit;
  await page.keyboard.press('d');
  await clickByte(page, 16);
  await page.getByRole('textbox', { name: 'Byte 16' }).fill('02');
  await page.getByRole('textbox', { name: 'Byte 16' }).press('Enter');
  await expect.poll(broken).toEqual(['R5', 'R6']);
  await expect
    .poll(() => page.locator('.verdict-words').innerText())
    .toContain('The header asks for 76 bytes: 16 bytes missing.');
  await page.getByRole('textbox', { name: 'Byte 16' }).fill('x');
  await page.getByRole('textbox', { name: 'Byte 16' }).press('Enter');
  await expect.poll(() => page.locator('.damage').innerText()).toContain('Two hex digits, 00 to ff.');
  await button('Undo all').click();
  await expect.poll(title).toBe('Accepted');
});

test('a file of 16 MiB is edited and checked again by the worker', async () => {
  const { page } = visit;
  const file = Buffer.alloc(28 + 12 + 2 ** 24 + 4);
  fixture('golden/worked-example.tlkv').copy(file, 0, 0, 28);
  [1, 16, 32, 128, 64].forEach((word, i) => {
    file.writeUInt32LE(word, 8 + i * 4);
  });
  file.writeUInt32LE(16, 36);
  await choose(page, 'large.tlkv', file);
  await page.locator('.verdict h1', { hasText: 'Refused' }).waitFor();
  await page.locator('.progress').waitFor({ state: 'detached' });
  await page.keyboard.press('s');
  await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor();
  await goTo(page, 9_000_001);
  await page.keyboard.press('Escape');
  await button('Try damage').click();
  await button('Flip bit 6, now 0').click();
  await page.locator('.one-bit', { hasText: 'Bit 6 of byte 9,000,001' }).waitFor();
  await button('Undo').first().click();
  await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor();
});
