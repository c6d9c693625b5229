// The rules of the house hold in every file, and each of them is able to fail.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { coreRules } from './core_rules.ts';
import { houseRules } from './house_rules.ts';
import { downloadBytes, missingOnTheMap, namesOfNothing, root, textFiles } from './project.ts';
import { file } from './rule.ts';
import { scriptRules } from './script_rules.ts';

const files = textFiles();

test('the project has files', () => expect(files.length).toBeGreaterThan(100));

describe.each([...coreRules, ...scriptRules, ...houseRules])('$name', ({ check, bad, good }) => {
  test('in every file', () => {
    expect(files.flatMap((one) => check(one).map((what) => `${one.path}: ${what}`))).toEqual([]);
  });
  test('and not in bad samples', () => {
    expect(bad.length).toBeGreaterThan(0);
    for (const sample of bad) expect(check(sample), sample.text.slice(0, 200)).not.toEqual([]);
    for (const sample of good) expect(check(sample), sample.text.slice(0, 200)).toEqual([]);
  });
});

describe('a file that a comment or document names is there', () => {
  test('in every file', () => expect(namesOfNothing(files)).toEqual([]));
  test('and not in bad samples', () => {
    const bad = file('core/kv_pool.cc', '// see core/gone.h and core/kv_pool.cc, dist/x.js or tests/*.ts\n');
    expect(namesOfNothing([bad])).toEqual(['core/kv_pool.cc names core/gone.h']);
  });
});

describe('core/README.md mentions every public header', () => {
  const map = files.find(({ path }) => path === 'core/README.md')?.text ?? '';
  test('of the core', () =>
    expect(
      missingOnTheMap(
        map,
        files.map(({ path }) => path),
      ),
    ).toEqual([]));
  test('and not one that is new', () => {
    expect(missingOnTheMap(map, ['core/include/tlkv/brand_new.h'])).toEqual(['brand_new']);
  });
});

const dist = join(root, 'dist');

describe.each([
  ['index.js', 30_000],
  ['inline.js', 40_000],
])('a page that uses %s downloads at most %i bytes of brotli', (entry, budget) => {
  test.skipIf(!existsSync(join(dist, 'tlkv.wasm')))('in dist', async () => {
    const bytes = await downloadBytes(dist, entry);
    console.log(`${entry}: ${bytes} bytes of brotli`);
    expect(bytes).toBeLessThanOrEqual(budget);
  });
});

test('what makes a download larger is seen', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tlkv-budget-'));
  const bytes = async (wasm: Uint8Array) => {
    writeFileSync(join(folder, 'tlkv.wasm'), wasm);
    return downloadBytes(folder, 'index.js');
  };
  writeFileSync(join(folder, 'index.js'), "export const url = new URL('./tlkv.wasm', import.meta.url);\n");
  expect(await bytes(new Uint8Array(30_000))).toBeLessThan(1000);
  expect(await bytes(randomBytes(30_000))).toBeGreaterThan(30_000);
  rmSync(folder, { recursive: true });
});
