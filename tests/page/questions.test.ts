/** Predictions: the question before a step, the answer, and what the pool makes of it. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { counts, go as goTo, position, settled } from './actions.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit();
let page: Page;
beforeEach(() => {
  page = visit.page;
});

const go = (fragment: string) => goTo(page, visit.site.address + fragment);

describe('questions', () => {
  const question = () => page.locator('.question');

  test('come before the steps that matter, and the pool judges the answer', async () => {
    await go('#/pool/worked-fork/6');
    await expect
      .poll(() => question().innerText())
      .toContain('Which state must change before b can append alone?');
    await expect.poll(() => page.locator('.log').innerText()).not.toContain('cow');
    await expect.poll(() => counts(page)).toEqual([1, 2, 0]);
    await page.getByLabel('A free block becomes b’s copy').check();
    await page.getByRole('button', { name: 'Run the step' }).click();
    await expect.poll(() => position(page)).toBe(7);
    await expect.poll(() => page.locator('.answered').innerText()).toContain('✓ As you said.');
    await expect.poll(() => page.locator('.answered').innerText()).toContain('1 of 1 right at the first try');
  });

  test('by keys: a number, then the arrow; a wrong answer is set beside what happened', async () => {
    await go('#/pool/worked-fork/6');
    await page.keyboard.press('1');
    await expect.poll(() => page.locator('.question input').first().isChecked()).toBe(true);
    await page.keyboard.press('ArrowRight');
    const answered = () => page.locator('.answered').innerText();
    await expect.poll(answered).toContain('✕ Not as you said. You said: ');
    await expect
      .poll(answered)
      .toContain('The pool: A free block becomes b’s copy, and block 1 goes from ref 2 to ref 1.');
    await page.keyboard.press('ArrowLeft');
    await question().waitFor();
    await page.keyboard.press('2');
    await page.keyboard.press('ArrowRight');
    await expect.poll(answered).toContain('0 of 1 right at the first try');
  });

  test('stand beside the blocks, which stay where they are; nothing tells what comes', async () => {
    await go('#/pool/life-of-a-block/4');
    const box = (part: string) => page.locator(part).first().boundingBox();
    await question().waitFor();
    const asked = await settled(() => box('.tiles'));
    expect((await box('.question'))?.x).toBeGreaterThan((asked?.x ?? 0) + (asked?.width ?? 0));
    // Neither the marks of the line nor the names of what follows.
    const line = () => page.locator('.scrubber-drawing').innerText();
    const marks = () => page.locator('.scrubber-mark').count();
    await expect.poll(line).not.toContain('found again');
    const seen = await settled(marks);
    await page.keyboard.press('q');
    await expect.poll(line).toContain('found again');
    await expect.poll(marks).toBeGreaterThan(seen);
    await expect.poll(() => box('.tiles')).toEqual(asked);
  });

  test('are in view wherever they come, in every scenario', async () => {
    for (const place of [
      'fork-and-copy/21',
      'parallel-sampling/13',
      'beam-search/20',
      'shared-system-prompt/9',
    ]) {
      await go(`#/pool/${place}`);
      await expect
        .poll(() =>
          page.evaluate(() => {
            const button = document.querySelector('.question .primary')?.getBoundingClientRect();
            const bottom = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
            return button !== undefined && button.top > 0 && button.bottom < bottom;
          }),
        )
        .toBe(true);
    }
  });

  test('stop a scenario that plays by itself', async () => {
    await go('#/pool/worked-fork/4');
    await page.getByLabel('speed').selectOption({ label: '4×' });
    await page.keyboard.press(' ');
    await question().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Play' }).count()).toBe(1);
    await expect.poll(() => position(page)).toBe(6);
    // Asked once, it goes on.
    await page.keyboard.press(' ');
    await expect.poll(() => position(page)).toBeGreaterThan(6);
  });

  test('can be skipped, and switched off with one key', async () => {
    await go('#/pool/worked-fork/6');
    await page.getByRole('button', { name: 'Skip', exact: true }).click();
    await expect.poll(() => position(page)).toBe(7);
    await expect.poll(() => page.locator('.answered').count()).toBe(0);
    await page.keyboard.press('ArrowLeft');
    await question().waitFor();
    await page.keyboard.press('q');
    await expect.poll(() => question().count()).toBe(0);
    await page.reload();
    await page.waitForSelector('main');
    await expect.poll(() => question().count()).toBe(0);
    await page.keyboard.press('q');
    await question().waitFor();
  });
});
