/** Case E03: an envelope cut short at every length. */
import { expect, test } from 'vitest';
import { drop, fixture } from './actions.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit('#/envelope');
const worked = [...fixture('golden/worked-example.tlkv')];

test('of every cut the page names the rule, the bytes, and both lengths', async () => {
  const { page } = visit;
  const name = (length: number) => `cut-${length}.tlkv`;
  await drop(
    page,
    'body',
    Array.from({ length: 61 }, (_, length) => ({ name: name(length), bytes: worked.slice(0, length) })),
  );
  await expect.poll(() => page.locator('.files button').count()).toBe(61);

  const seen = await page.evaluate(async () => {
    const list: string[] = [];
    for (const button of document.querySelectorAll<HTMLButtonElement>('.files button')) {
      button.click();
      while (button.getAttribute('aria-current') !== 'true') await new Promise(requestAnimationFrame);
      const text = (selector: string) =>
        [...document.querySelectorAll(selector)].map(({ textContent }) => textContent?.trim());
      const first = [...text('.finding-rule'), ''][0];
      const [bytes, expected, found] = text('.finding-line code');
      list.push([button.title, text('.verdict h1')[0], first, bytes, expected, found].join(' | '));
    }
    return list;
  });

  const range = (length: number) => ['none', '0'][length] ?? `0–${length - 1}`;
  const wanted = (length: number) =>
    length < 32
      ? ['Refused', 'R1', range(length), '32 bytes or more', `${length} ${length === 1 ? 'byte' : 'bytes'}`]
      : ['Refused', 'R5', '8–27', '60 bytes', `${length} bytes`];
  expect(seen).toEqual([
    ...Array.from({ length: 60 }, (_, length) => [name(length), ...wanted(length)].join(' | ')),
    'cut-60.tlkv | Accepted |  |  |  | ',
  ]);
});
