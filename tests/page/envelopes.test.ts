import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { choose, fixture } from './actions.ts';
import { Site, type Visit } from './site.ts';

interface Finding {
  readonly rule: string;
  readonly begin: number;
  readonly end: number;
}

interface Answer {
  readonly file: string;
  readonly bytes: number;
  readonly pool?: unknown;
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
  readonly crc: { readonly stored: string; readonly computed: string } | null;
}

const answers = (
  JSON.parse(readFileSync(new URL('../../fixtures/expected.json', import.meta.url), 'utf8')) as {
    files: Answer[];
  }
).files;

let site: Site;
let visit: Visit;
beforeAll(async () => {
  site = await Site.open();
  visit = await site.visit('#/envelope');
});
afterAll(async () => {
  expect(visit.problems).toEqual([]);
  await site.close();
});

const range = ({ begin, end }: Finding): string => {
  const number = (n: number) => n.toLocaleString('en-US');
  if (end <= begin) return 'none';
  return end - begin === 1 ? number(begin) : `${number(begin)}–${number(end - 1)}`;
};

const upper = (hex: string) => hex.slice(2).toUpperCase();

describe.each(answers.map((answer) => [answer.file, answer] as const))('%s', (file, answer) => {
  // A page has no pool to compare with: a file refused by R7 alone is accepted here.
  const broken = answer.findings.filter(({ rule }) => rule !== 'R7');

  test(broken.length === 0 ? 'is accepted' : `is refused by ${broken[0]?.rule}`, async () => {
    const { page } = visit;
    await choose(page, file.split('/').at(-1) as string, fixture(file));
    await expect
      .poll(() => page.locator('.verdict h1').innerText())
      .toBe(broken.length === 0 ? 'Accepted' : 'Refused');

    const list = (name: string) =>
      page
        .getByRole('region', { name })
        .locator('.finding')
        .evaluateAll((rows) =>
          rows.map((row) => ['.finding-rule', 'code'].map((part) => row.querySelector(part)?.textContent)),
        );
    await expect.poll(() => list('Broken rules')).toEqual(broken.map((one) => [one.rule, range(one)]));
    await expect.poll(() => list('Warnings')).toEqual(answer.warnings.map((one) => [one.rule, range(one)]));

    const crc = async () =>
      (await page.locator('.crc dd').allInnerTexts()).map((text) => text.split(/\s/)[0]);
    const expected = answer.crc ? [upper(answer.crc.stored), upper(answer.crc.computed)] : ['none', 'none'];
    await expect.poll(crc).toEqual(expected);
    // Whatever dimensions the header has, nothing is divided by them that should not be.
    await expect.poll(() => page.locator('main').innerText()).not.toMatch(/undefined|Infinity|\[object/);
  });
});
