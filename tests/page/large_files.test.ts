import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { choose, fixture, settled } from './actions.ts';
import { EachVisit } from './each_visit.ts';
import { goTo } from './hex.ts';

const visit = new EachVisit('#/envelope');
let directory: string;
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tlkv-page-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** The worked example with zeros after it: nothing of it takes room on the disk but the first bytes. */
function sparse(name: string, length: number): string {
  const path = join(directory, name);
  writeFileSync(path, fixture('golden/worked-example.tlkv'));
  truncateSync(path, length);
  return path;
}

/** Bytes whose check takes so many seconds that what a test does meanwhile comes before its end. */
const LONG_TO_CHECK = 22_000_000_000;

const open = (path: string) => visit.page.locator('input[type=file]').setInputFiles(path);
const words = () => visit.page.locator('.verdict-words').innerText();
const title = (text: string) =>
  visit.page.locator('.verdict h1', { hasText: new RegExp(`^${text}$`) }).waitFor();
const firstOffset = () => visit.page.locator('.hex-row .hex-offset').first().innerText();

test('22,000,000,000 bytes: refused at once by the header, while the check goes on and can be stopped', async () => {
  const path = sparse('big.tlkv', LONG_TO_CHECK);
  const { page } = visit;
  await open(path);
  await title('Refused');
  await expect.poll(words).toContain('22,000,000,000 bytes');
  await expect.poll(words).toContain('The header asks for 60 bytes: 21,999,999,940 bytes too many.');
  await page.getByRole('button', { name: 'Stop' }).waitFor();
  expect(await goTo(page, LONG_TO_CHECK - 1)).toBe(`51F4D5BF0${' 00'.repeat(16)}`);
  expect(await goTo(page, 0)).toBe('000000000 54 4c 4b 56 01 00 01 00 01 00 00 00 02 00 00 00');
  await page.locator('.progress b', { hasText: /[1-9]/ }).waitFor();
  await page.getByRole('grid', { name: 'Hexdump' }).focus();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Check from the start' }).waitFor();
  const share = await settled(() => page.locator('.progress b').innerText());
  await page.waitForTimeout(300);
  await expect.poll(() => page.locator('.progress b').innerText()).toBe(share);
});

test('2^32 + 60 bytes: offsets past 2^32 are right in the hexdump and in the inspector', async () => {
  const { page } = visit;
  await open(sparse('past4g.tlkv', 2 ** 32 + 60));
  await title('Refused');
  expect(await goTo(page, 2 ** 32 + 59, '0x10000003b')).toBe(`100000030${' 00'.repeat(12)}`);
  await expect.poll(() => page.locator('.inspector h2').innerText()).toContain('4,294,967,352–4,294,967,355');
  await expect.poll(() => page.locator('.path').innerText()).toBe('crc');
  expect(await goTo(page, 2 ** 32 - 1, '0xffffffff')).toBe(`0FFFFFFF0${' 00'.repeat(16)}`);
  await page.getByRole('grid', { name: 'Hexdump' }).focus();
  await page.keyboard.press('Control+Home');
  await expect.poll(firstOffset).toBe('000000000');
});

test('a file that is changed on its disk, or taken away, is said to be so; the page goes on', async () => {
  const { page } = visit;
  const path = join(directory, 'changed.tlkv');
  writeFileSync(path, blocks(16, 0));
  await open(path);
  await title('Refused');
  await expect.poll(() => page.locator('.progress').count()).toBe(0);
  writeFileSync(path, 'short');
  await page.getByLabel('Go to').fill('2000000');
  await page.getByLabel('Go to').press('Enter');
  await expect
    .poll(() => page.getByRole('alert').innerText())
    .toContain('“changed.tlkv” can no longer be read. It may have been moved or changed; open it again.');
  const gone = sparse('gone.tlkv', LONG_TO_CHECK);
  await open(gone);
  await title('Refused');
  rmSync(gone);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Check from the start' }).click();
  await expect.poll(words).toContain('The file can no longer be read');
  await choose(page, 'small.tlkv', fixture('golden/worked-example.tlkv'));
  await title('Accepted');
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('the last choice wins: a small file takes the place of a large one that is being checked', async () => {
  await open(sparse('slow.tlkv', LONG_TO_CHECK));
  await title('Refused');
  await choose(visit.page, 'small.tlkv', fixture('golden/worked-example.tlkv'));
  await title('Accepted');
  await expect.poll(() => visit.page.locator('.progress').count()).toBe(0);
  await visit.page.waitForTimeout(300);
  await title('Accepted');
  await visit.page.locator('.files button', { hasText: 'slow.tlkv' }).click();
  await title('Refused');
  await visit.page.getByRole('button', { name: 'Stop' }).click();
});

/** n unregistered full blocks of P = 128 KiB, every payload byte 3D. */
function blocks(n: number, crc: number): Buffer {
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
  file.writeUInt32LE(crc, file.length - 4);
  return file;
}

test('an envelope of 16 MiB is checked by the worker, and its blocks are listed and browsed', async () => {
  const { page } = visit;
  const path = join(directory, 'whole.tlkv');
  writeFileSync(path, blocks(128, 0));
  await open(path);
  await title('Refused');
  await expect.poll(() => page.locator('.progress').count()).toBe(0);
  const crc = () => page.locator('.crc dd').nth(1).innerText();
  await expect.poll(crc).toMatch(/^[0-9A-F]{8}\b/);
  const computed = await crc();
  writeFileSync(path, blocks(128, Number.parseInt(computed, 16)));
  await open(path);
  await title('Accepted');
  await expect.poll(() => page.locator('.structure-block .stepper-of').innerText()).toBe('of 128');
  await page.getByRole('textbox', { name: 'Block' }).fill('127');
  await page.getByRole('textbox', { name: 'Block' }).press('Enter');
  await page.locator('.block-list [aria-current=true]', { hasText: '127' }).waitFor();
  expect(await goTo(page, 0xfe063e)).toMatch(/^00FE0630( 3d){16}$/);
  await page.locator('.number b', { hasText: '1.31' }).first().waitFor();
});
