import { expect, test } from 'vitest';
import { focused } from './actions.ts';
import { EachVisit } from './each_visit.ts';
import { centreOf, clickByte, marked as markedBytes } from './hex.ts';

const visit = new EachVisit('#/envelope/worked-example/0x0', {
  permissions: ['clipboard-read', 'clipboard-write'],
});

const selected = () => visit.page.locator('.selection-size').innerText();
const marked = () => markedBytes(visit.page, 'aria-selected=true');
const FIRST_ROW = '54 4c 4b 56 01 00 01 00 01 00 00 00 02 00 00 00';

async function drag(from: number, to: number): Promise<void> {
  const { page } = visit;
  await page.mouse.move(...(await centreOf(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await centreOf(page, to)), { steps: 8 });
  await page.mouse.up();
}

async function copied(format: string): Promise<string> {
  const { page } = visit;
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.getByLabel('Copy as').selectOption({ label: format });
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.poll(clipboard).not.toBe('');
  await expect.poll(() => page.locator('.selection-bar .caption').innerText()).toContain('copied');
  return clipboard();
}

test.each([
  [0, 15],
  [15, 0],
])('dragging from %i to %i selects 16 bytes', async (from, to) => {
  await drag(from, to);
  await expect.poll(selected).toBe('16 bytes selected: 0–15');
  await expect.poll(marked).toBe(16);
  expect(await copied('hex')).toBe(FIRST_ROW);
});

test('the last four bytes, by mouse and by keyboard', async () => {
  const { page } = visit;
  await clickByte(page, 56);
  await clickByte(page, 59, 'Shift');
  await expect.poll(selected).toBe('4 bytes selected: 56–59');
  expect(await copied('hex')).toBe('1c 54 0b 4f');
  const grid = page.getByRole('grid', { name: 'Hexdump' });
  await grid.focus();
  await page.keyboard.press('Control+End');
  await expect.poll(selected).toBe('1 byte selected: 59');
  for (let i = 0; i < 3; i++) await page.keyboard.press('Shift+ArrowLeft');
  await expect.poll(selected).toBe('4 bytes selected: 56–59');
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.keyboard.press('Control+c');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('1c 54 0b 4f');
  await page.keyboard.press('Escape');
  await expect.poll(selected).toBe('1 byte selected: 56');
});

test('everything by keyboard: 60 bytes in each form', async () => {
  const { page } = visit;
  await page.getByRole('grid', { name: 'Hexdump' }).focus();
  await page.keyboard.press('Control+a');
  await expect.poll(selected).toBe('60 bytes selected: 0–59');
  const dump = await copied('hexdump');
  expect(dump.split('\n')).toHaveLength(5);
  expect(dump).toContain('00000030: 0038 00bc 0000 0034 1c54 0b4f            .8.....4.T.O');
  expect(JSON.parse(await copied('JSON'))).toHaveLength(60);
  expect(await copied('C array')).toMatch(/^const uint8_t bytes\[60\] = \{\n {2}0x54, 0x4c/);
  expect(await copied('Python')).toMatch(/^data = bytes.fromhex\('54 4c/);
  expect(await copied('JavaScript')).toMatch(/^const bytes = Uint8Array.of\(/);
  expect(await copied('text')).toMatch(/^TLKV····/);
});

test('bytes are found forwards, backwards and round the end; what is nowhere is said', async () => {
  const { page } = visit;
  const said = () => page.locator('.go-to [role=status]').last().innerText();
  await page.keyboard.press('f');
  await focused(page.getByLabel('Find', { exact: true }));
  await page.keyboard.type('01 00');
  await page.keyboard.press('Enter');
  await expect.poll(selected).toBe('2 bytes selected: 4–5');
  await page.keyboard.press('Enter');
  await expect.poll(selected).toBe('2 bytes selected: 6–7');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(selected).toBe('2 bytes selected: 4–5');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(selected).toBe('2 bytes selected: 20–21');
  await expect.poll(said).toBe('Found, round the end of the file.');
  await page.getByLabel('Find', { exact: true }).fill('"TLKV"');
  await page.getByRole('button', { name: 'Find next' }).click();
  await expect.poll(selected).toBe('4 bytes selected: 0–3');
  await page.getByLabel('Find', { exact: true }).fill('"nowhere"');
  await page.keyboard.press('Enter');
  await expect.poll(said).toBe('There is no text like that.');
  await page.getByLabel('Find', { exact: true }).fill('');
  await page.keyboard.press('Enter');
  await expect.poll(said).toBe('Type bytes as hex (54 4c) or text ("TLKV").');
});
