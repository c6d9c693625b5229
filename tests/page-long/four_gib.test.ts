import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { init } from 'tlkv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { goTo } from '../page/hex.ts';
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

/**
 * Bytes of the process that draws the page: its own, which is what Chromium's task manager calls its memory, and all
 * that are resident, which include the pages of Chromium's code that were touched and what it shares with others.
 */
interface Memory {
  readonly own: number;
  readonly resident: number;
}

async function meter(page: Page): Promise<() => Memory> {
  const browser = page.context().browser();
  if (!browser) throw new Error('no browser');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[];
  };
  const ids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id);
  const status = (id: number) => {
    try {
      return readFileSync(`/proc/${id}/status`, 'utf8');
    } catch {
      return ''; // it has ended
    }
  };
  return () => {
    const all = ids.map(status);
    const sum = (field: string) =>
      all.reduce(
        (total, text) => total + Number(RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1] ?? 0) * 1024,
        0,
      );
    return { own: sum('RssAnon') + sum('VmSwap'), resident: sum('VmRSS') };
  };
}

test('an envelope of more than 4 GiB is accepted, browsed to its last byte, in a small part of its size', async () => {
  expect(length).toBeGreaterThan(2 ** 32);
  const { page, problems, close } = await site.visit('#/envelope');
  await page.waitForTimeout(1000);
  const now = await meter(page);
  const before = now();
  expect(before.own).toBeGreaterThan(8 * MIB);
  let most = before;
  const sampling = setInterval(() => {
    const { own, resident } = now();
    most = { own: Math.max(most.own, own), resident: Math.max(most.resident, resident) };
  }, 50);

  await page.locator('input[type=file]').setInputFiles(path);
  await page.locator('.verdict h1', { hasText: 'Checking' }).waitFor();
  const row = async (offset: number) => (await goTo(page, offset)).split(' ')[0];
  const shown = (selector: string) => () => page.locator(selector).innerText();
  // While it is checked: the last block, past 2^32.
  const last = 28 + (BLOCKS - 1) * RECORD_BYTES;
  expect(await row(last)).toBe('0FFE06010');
  await expect.poll(shown('.path')).toBe('block 2,047 › block_hash');
  await expect.poll(shown('.value output')).toBe('0xA000000000000800');
  await row(2 ** 32);
  await expect.poll(shown('.path')).toMatch(/^block 2,047 › layer 31 › V › head/);
  await row(length - 6);
  await expect.poll(shown('.path')).toBe('block 2,047 › layer 31 › V › head 7 › position 15 › dim 127');
  await expect.poll(shown('.inspector h2 code')).toBe('00 08');
  expect(await row(length - 1)).toBe(
    (Math.floor((length - 1) / 16) * 16).toString(16).toUpperCase().padStart(9, '0'),
  );

  const began = Date.now();
  await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor({ timeout: 280_000 });
  clearInterval(sampling);
  const seconds = (Date.now() - began) / 1000;
  const own = (most.own - before.own) / MIB;
  const resident = (most.resident - before.resident) / MIB;
  console.log(
    `${(length / MIB).toFixed(0)} MiB, ${seconds.toFixed(1)} s more after browsing; the page grew by ${own.toFixed(1)} MiB at most, ${resident.toFixed(1)} resident`,
  );
  expect(own).toBeLessThan(64);
  // Seen: 59 to 63 on an idle machine, 66 to 85 on a busy one.
  expect(resident).toBeLessThan(112);
  expect(problems).toEqual([]);
  await close();
});
