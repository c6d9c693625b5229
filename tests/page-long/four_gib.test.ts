import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { init } from 'tlkv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { rowOfCursor } from '../page/hex.ts';
import { Site } from '../page/site.ts';
import { RECORD_BYTES, writeLargeEnvelope } from './large_envelope.ts';

const BLOCKS = 2048;
const MIB = 1024 * 1024;

let site: Site;
let directory: string;
let path: string;
let length: number;
beforeAll(async () => {
  await init();
  site = await Site.open();
  directory = mkdtempSync(join(tmpdir(), 'tlkv-long-'));
  path = join(directory, 'four_gib.tlkv');
  length = writeLargeEnvelope(path, BLOCKS);
});
afterAll(async () => {
  await site.close();
  rmSync(directory, { recursive: true });
});

/** Resident bytes of the process that draws the page. */
async function meter(page: Page): Promise<() => number> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[];
  };
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const resident = (id: number) => {
    try {
      return Number(/VmRSS:[\t ]+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1]) * 1024;
    } catch {
      return 0;
    }
  };
  return () => ids.reduce((sum, id) => sum + resident(id), 0);
}

test('an envelope of more than 4 GiB is accepted, browsed to its last byte, in a small part of its size', async () => {
  expect(length).toBeGreaterThan(2 ** 32);
  const { page, problems, close } = await site.visit('#/envelope');
  await page.waitForTimeout(1000);
  const resident = await meter(page);
  const before = resident();
  let most = before;
  const sampling = setInterval(() => {
    most = Math.max(most, resident());
  }, 50);

  await page.locator('input[type=file]').setInputFiles(path);
  await page.locator('.verdict h1', { hasText: 'Checking' }).waitFor();
  const row = async (offset: number) => {
    await page.getByLabel('Go to').fill(String(offset));
    await page.getByLabel('Go to').press('Enter');
    return (await rowOfCursor(page)).split(' ')[0];
  };
  // While it is checked: the last block, past 2^32.
  const last = 28 + (BLOCKS - 1) * RECORD_BYTES;
  expect(await row(last)).toBe('0FFE06010');
  expect(await page.locator('.path').innerText()).toBe('block 2,047 › block_hash');
  expect(await page.locator('.value output').innerText()).toBe('0xA000000000000800');
  await row(2 ** 32);
  expect(await page.locator('.path').innerText()).toMatch(/^block 2,047 › layer 31 › V › head/);
  await row(length - 6);
  expect(await page.locator('.path').innerText()).toBe(
    'block 2,047 › layer 31 › V › head 7 › position 15 › dim 127',
  );
  expect(await page.locator('.inspector h2 code').innerText()).toBe('00 08');
  expect(await row(length - 1)).toBe(
    (Math.floor((length - 1) / 16) * 16).toString(16).toUpperCase().padStart(9, '0'),
  );

  const began = Date.now();
  await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor({ timeout: 280_000 });
  clearInterval(sampling);
  const seconds = (Date.now() - began) / 1000;
  console.log(
    `${(length / MIB).toFixed(0)} MiB, ${seconds.toFixed(1)} s more after browsing; the page grew by ${((most - before) / MIB).toFixed(1)} MiB at most`,
  );
  // Seen: 54 to 84 MiB by the check alone, 66 to 85 with these four places; the aim is 64.
  expect((most - before) / MIB).toBeLessThan(112);
  expect(problems).toEqual([]);
  await close();
});
