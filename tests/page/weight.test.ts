import { readFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Site } from './site.ts';

const LIMIT = 150_000;

let site: Site;
beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());

test(`what the first view loads is less than ${LIMIT} bytes compressed`, async () => {
  const { page, close } = await site.visit();
  await page.locator('.tile').first().waitFor();
  await page.waitForLoadState('networkidle');
  const base = new URL(site.address).pathname;
  const files = [...new Set(site.requests)]
    .map((path) => path.slice(base.length) || 'index.html')
    // The worker is started once the view stands, for files that are opened later.
    .filter((name) => !name.includes('worker'));
  expect(files).toContain('index.html');
  expect(files.some((name) => name.endsWith('.wasm'))).toBe(true);
  const bytes = (pack: (data: Buffer) => Buffer) =>
    files.reduce(
      (sum, name) => sum + pack(readFileSync(new URL(`../../web/dist/${name}`, import.meta.url))).length,
      0,
    );
  const sizes = { gzip: bytes(gzipSync), brotli: bytes(brotliCompressSync) };
  console.log(`first view: ${files.length} files, ${sizes.gzip} bytes by gzip, ${sizes.brotli} by brotli`);
  expect(sizes.gzip).toBeLessThan(LIMIT);
  await close();
});
