/** Case V03: half a gigabyte is checked, and the page answers meanwhile. */
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { init } from 'tlkv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { workOfFrames } from '../page-bench/work_of_frames.ts';
import { writeLargeEnvelope } from '../page-long/large_envelope.ts';
import { fixture } from './actions.ts';
import { EachVisit } from './each_visit.ts';
import { SLOW } from './slow.ts';

const visit = new EachVisit('#/envelope');
let directory: string;
beforeAll(async () => {
  await init();
  directory = mkdtempSync(join(tmpdir(), 'tlkv-half-'));
});
afterAll(() => rmSync(directory, { recursive: true }));

/** The keys that were answered while the file was checked, and the most that one took of the main thread, in ms. */
async function pressWhileChecked(page: Page, path: string): Promise<{ answered: number; most: number }> {
  const result = page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const running = () => document.querySelector('.progress button')?.textContent?.startsWith('Stop');
    const cursor = () => document.querySelector('.hex')?.getAttribute('aria-activedescendant');
    while (!running()) await frame();
    let answered = 0;
    for (let i = 0; running(); i++) {
      const before = cursor();
      performance.mark('frame');
      const key = i % 2 === 0 ? 'ArrowDown' : 'PageDown';
      document
        .querySelector('.hex')
        ?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
      await frame();
      await frame();
      if (cursor() !== before) answered++;
    }
    return answered;
  });
  let answered = 0;
  const work = await workOfFrames(page, async () => {
    await page.locator('input[type=file]').setInputFiles(path);
    answered = await result;
  });
  return { answered, most: Math.max(0, ...work) };
}

// The clock is the processor's: other programs make no key late.
const MOST_MS = 200 * SLOW;
const KEYS = 3; // 26 and 41 were seen

test('a real envelope of 524,291,032 bytes: keys are answered within 200 ms, and it is accepted', async () => {
  const path = join(directory, 'V03_real.tlkv');
  expect(writeLargeEnvelope(path, 250)).toBe(524_291_032);
  const { page } = visit;
  const { answered, most } = await pressWhileChecked(page, path);
  console.log(`${answered} keys while 500 MiB were checked, the longest ${most.toFixed(1)} ms`);
  expect(answered).toBeGreaterThanOrEqual(KEYS);
  expect(most).toBeLessThan(MOST_MS);
  await expect.poll(() => page.locator('.verdict h1').innerText()).toBe('Accepted');
});

test('525,000,000 bytes that are no envelope: the same, and it is refused', async () => {
  const path = join(directory, 'V03_sparse.tlkv');
  writeFileSync(path, fixture('golden/worked-example.tlkv'));
  truncateSync(path, 525_000_000);
  const { page } = visit;
  const { answered, most } = await pressWhileChecked(page, path);
  console.log(`${answered} keys while 525 MB were checked, the longest ${most.toFixed(1)} ms`);
  expect(answered).toBeGreaterThanOrEqual(KEYS);
  expect(most).toBeLessThan(MOST_MS);
  await expect
    .poll(() => page.locator('.verdict-words').innerText())
    .toContain('60 bytes: 524,999,940 bytes too many.');
});
