/** Figures of the envelope view. They mean something on a quiet machine only, so they are run by hand. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { init } from 'tlkv';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Site, type Visit } from '../page/site.ts';
import { writeLargeEnvelope } from '../page-long/large_envelope.ts';
import { workOfFrames } from './work_of_frames.ts';

const MIB = 1024 * 1024;

let site: Site;
let visit: Visit;
let directory: string;
let path: string;
let length: number;
beforeAll(async () => {
  await init();
  site = await Site.open();
  directory = mkdtempSync(join(tmpdir(), 'tlkv-rates-'));
  path = join(directory, 'half_gib.tlkv');
  length = writeLargeEnvelope(path, 256);
  visit = await site.visit('#/envelope');
});
afterAll(async () => {
  await visit.close();
  await site.close();
  rmSync(directory, { recursive: true });
});

const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1] as number;

/** Milliseconds in which the browser alone delivers the bytes, by the stream that the check reads too. */
async function deliver(): Promise<number> {
  const { page } = visit;
  await page.evaluate(() => {
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'alone';
    document.body.append(input);
  });
  await page.locator('#alone').setInputFiles(path);
  return page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('#alone') as HTMLInputElement;
    const file = input.files?.[0];
    if (!file) throw new Error('no file was chosen');
    const reader = file.stream().getReader({ mode: 'byob' });
    const began = performance.now();
    let buffer: Uint8Array<ArrayBuffer> | undefined = new Uint8Array(1024 * 1024);
    while (buffer) {
      const { done, value }: ReadableStreamReadResult<Uint8Array<ArrayBuffer>> = await reader.read(
        new Uint8Array(buffer.buffer),
        { min: 1024 * 1024 },
      );
      buffer = done ? undefined : value;
    }
    input.remove();
    return performance.now() - began;
  });
}

/** Milliseconds from the choice of the file to the first rows, and to the answer. */
async function check(): Promise<{ rows: number; answer: number }> {
  const { page } = visit;
  await page.evaluate(() => {
    const times = { began: 0, rows: 0, answer: 0 };
    Reflect.set(globalThis, 'times', times);
    addEventListener('change', () => (times.began = performance.now()), { capture: true, once: true });
    const watch = new MutationObserver(() => {
      const { began } = times;
      if (began === 0) return;
      if (times.rows === 0 && document.querySelector('.stretch')?.textContent?.startsWith('54'))
        times.rows = performance.now() - began;
      if (document.querySelector('.verdict h1')?.textContent !== 'Accepted') return;
      times.answer = performance.now() - began;
      watch.disconnect();
    });
    watch.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  await page.locator('input[type=file]').setInputFiles(path);
  await page.waitForFunction(() => Reflect.get(globalThis, 'times').answer > 0, undefined, {
    timeout: 120_000,
  });
  const times = await page.evaluate(
    () => Reflect.get(globalThis, 'times') as { rows: number; answer: number },
  );
  await page.getByRole('button', { name: 'Close' }).click();
  return times;
}

test('512 MiB are checked at 0.6 of the rate of delivery or more; the first rows stand within 200 ms', async () => {
  const alone: number[] = [];
  const checked: number[] = [];
  const rows: number[] = [];
  for (let round = 0; round < 5; round++) {
    alone.push(await deliver());
    const times = await check();
    checked.push(times.answer);
    rows.push(times.rows);
  }
  const rate = (ms: number) => length / MIB / (ms / 1000);
  const share = median(alone) / median(checked);
  console.log(
    `delivery ${rate(median(alone)).toFixed(0)} MiB/s, check ${rate(median(checked)).toFixed(0)} MiB/s, share ${share.toFixed(2)}; first rows after ${median(rows).toFixed(0)} ms`,
  );
  expect(share).toBeGreaterThanOrEqual(0.6);
  expect(median(rows)).toBeLessThan(200);
});

test('scrolling takes at most 10 ms of the main thread for a frame (95th percentile)', async () => {
  const { page } = visit;
  await page.locator('input[type=file]').setInputFiles(path);
  await page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor({ timeout: 120_000 });
  const frames = await workOfFrames(page, () =>
    page.evaluate(async () => {
      const hex = document.querySelector('.hex') as HTMLElement;
      for (let frame = 0; frame < 240; frame++) {
        await new Promise((drawn) => requestAnimationFrame(drawn));
        performance.mark('frame');
        hex.dispatchEvent(new WheelEvent('wheel', { deltaY: 180, cancelable: true, bubbles: true }));
      }
    }),
  );
  const sorted = frames.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] as number;
  console.log(
    `a frame of scrolling: median ${at(0.5).toFixed(1)} ms, 95th percentile ${at(0.95).toFixed(1)} ms`,
  );
  expect(frames.length).toBe(240);
  expect(at(0.95)).toBeLessThanOrEqual(10);
});
