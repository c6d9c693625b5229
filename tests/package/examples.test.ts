/** The examples of wasm/examples, against the packed tarball. */
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { build, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../chromium';
import { Installed, root } from './support/installed';

let installed: Installed;
let browser: Browser;
beforeAll(async () => {
  installed = new Installed('app');
  cpSync(join(root, 'wasm/examples'), join(installed.project, 'examples'), { recursive: true });
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  installed?.remove();
});

test('the Node script', () => {
  const output = installed.run(process.execPath, ['examples/node/prefix_reuse.mjs']);
  expect(output).toBe(`first: 43 tokens, 0 of them there already, 3 new blocks
second: 42 tokens, 32 of them there already, 1 new blocks
third: 46 tokens, 32 of them there already, 1 new blocks
lengths 44 43 47 blocks 0 1 2 0 1 3 0 1 4
another pool has 32 tokens of the second prompt from the file of the first
`);
});

describe('in a browser, built by Vite', () => {
  /** Builds and opens an example; what goes wrong in the page fails the test. */
  async function visit(name: string, use: (page: Page) => Promise<void>): Promise<void> {
    const options = {
      root: join(installed.project, 'examples', name),
      configFile: false as const,
      logLevel: 'error' as const,
    };
    await build({ ...options, build: { target: 'es2022' } });
    const server = await preview({ ...options, preview: { port: 0, host: '127.0.0.1' } });
    const page = await browser.newPage();
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    try {
      await page.goto(server.resolvedUrls?.local[0] as string);
      await use(page);
      expect(trouble).toEqual([]);
    } finally {
      await page.close();
      await server.close();
    }
  }

  test('the page', () =>
    visit('page', async (page) => {
      const status = page.getByRole('status');
      const open = async (prompt: string) => {
        await page.getByLabel('Prompt').fill(prompt);
        await page.getByRole('button').click();
      };
      await expect.poll(() => status.textContent()).toBe('Every block is free.');
      await open('the cat sat');
      await expect.poll(() => status.textContent()).toBe('3 blocks are used, 13 are free.');
      await open('the cat saw');
      const items = page.getByRole('listitem');
      await expect
        .poll(() => items.allTextContents())
        .toEqual([
          'the cat sat: blocks 0 1 2, 0 tokens were there',
          'the cat saw: blocks 0 1 3, 8 tokens were there',
        ]);
      await open('x'.repeat(99));
      await expect.poll(() => status.textContent()).toContain('Sequences.open: ');
    }));

  test('the worker', () =>
    visit('worker', async (page) => {
      const status = page.getByRole('status');
      const check = (fixture: string) =>
        page.getByLabel('file').setInputFiles(join(root, 'fixtures', fixture));
      await check('golden/random-1.tlkv');
      await expect.poll(() => status.textContent()).toBe('Good, 3 blocks.');
      await check('bad/R6-crc-zero.tlkv');
      await expect
        .poll(() => status.textContent())
        .toMatch(/^R6: The CRC-32C must be that of the bytes before it; /);
      await expect
        .poll(() => page.locator('progress').evaluate((bar: HTMLProgressElement) => bar.value))
        .toBe(1);
    }));
});
