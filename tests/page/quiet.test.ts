import { afterAll, beforeAll, expect, test } from 'vitest';
import { counts, go, position } from './actions.ts';
import { clickByte } from './hex.ts';
import { Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await Site.open();
});
afterAll(() => site.close());

test('a whole session breaks no rule of the policy and asks the server for nothing after load', async () => {
  const { page, problems, close } = await site.visit();
  await page.waitForLoadState('networkidle');
  // The worker, which comes last, has what it needs.
  await expect.poll(() => page.workers().length).toBe(1);
  const wasm = () =>
    page
      .workers()[0]
      ?.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .some((one) => one.name.endsWith('.wasm') && (one as PerformanceResourceTiming).responseEnd > 0),
      );
  await expect.poll(wasm).toBe(true);
  const loaded = site.requests.length;
  for (let step = 0; step < 13; step++) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('t');
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Envelope' }).click();
  await page.getByRole('button', { name: 'layers-and-heads' }).click();
  await clickByte(page, 50);
  await page.getByRole('button', { name: 'Pool' }).click();
  await page.locator('main.pool').waitFor();
  expect(site.requests.slice(loaded)).toEqual([]);
  expect(problems).toEqual([]);
  await close();
});

test('the policy is the strict one, and it is in force', async () => {
  const { page, problems, close } = await site.visit();
  const policy = await page.locator('meta[http-equiv=Content-Security-Policy]').getAttribute('content');
  expect(policy).toContain("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
  expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'/);
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { color: red }';
    document.head.append(style);
  });
  await expect.poll(() => problems.join()).toMatch(/style-src/);
  await close();
});

test('the address says where one is; back, forward and reload lead there', async () => {
  const { page, problems, close } = await site.visit('#/pool/worked-fork/7');
  await expect.poll(() => counts(page)).toEqual([0, 3, 0]);
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => new URL(page.url()).hash).toBe('#/pool/worked-fork/8');
  await page.getByRole('button', { name: 'Envelope' }).click();
  await page.getByRole('button', { name: 'partial-tail' }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/envelope/partial-tail/0x0');
  await page.goBack();
  await expect.poll(() => page.locator('.drop-panel').count()).toBe(1);
  await page.goBack();
  await expect.poll(() => position(page)).toBe(8);
  await page.goForward();
  await page.goForward();
  await expect.poll(() => page.locator('.verdict h1').innerText()).toBe('Accepted');
  await go(page, `${site.address}#/pool/worked-fork/12`);
  await page.reload();
  await page.waitForSelector('main');
  await expect.poll(() => counts(page)).toEqual([2, 0, 1]);
  expect(problems).toEqual([]);
  await close();
});

test('the way back and forth leads through every place once, also where a link had to be put right', async () => {
  const { page, problems, close } = await site.visit('#/pool/no-such/5');
  const hash = () => new URL(page.url()).hash;
  const length = () => page.evaluate(() => history.length);
  await expect.poll(hash).toBe('#/pool/worked-fork/5');
  const before = await length();
  await page.getByRole('button', { name: 'Envelope' }).click();
  await page.getByRole('button', { name: 'partial-tail' }).click();
  await expect.poll(hash).toBe('#/envelope/partial-tail/0x0');
  // Typed in while another file and another scenario are in front: no place lies between.
  await go(page, `${site.address}#/pool/beam-search/3`);
  await go(page, `${site.address}#/envelope/worked-example/0x1c`);
  await go(page, `${site.address}#/pool`);
  const places = [
    '#/pool/worked-fork/0',
    '#/envelope/worked-example/0x1c',
    '#/pool/beam-search/3',
    '#/envelope/partial-tail/0x0',
    '#/envelope',
    '#/pool/worked-fork/5',
  ];
  await expect.poll(hash).toBe(places[0]);
  await expect.poll(length).toBe(before + places.length - 1);
  for (const place of places.slice(1)) {
    await page.evaluate(() => history.back());
    await expect.poll(hash).toBe(place);
  }
  for (const place of places.toReversed().slice(1)) {
    await page.evaluate(() => history.forward());
    await expect.poll(hash).toBe(place);
  }
  await expect.poll(length).toBe(before + places.length - 1);
  await expect.poll(() => position(page)).toBe(0);
  expect(problems).toEqual([]);
  await close();
});

test('quick steps are written into the address together, and none is lost', async () => {
  const { page, problems, close } = await site.visit('#/pool/worked-fork/0');
  const writes = await page.evaluate(async () => {
    let count = 0;
    const replace = history.replaceState.bind(history);
    history.replaceState = (...args) => {
      count++;
      replace(...args);
    };
    for (let step = 0; step < 12; step++)
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
    return count;
  });
  expect(writes).toBeLessThanOrEqual(1);
  await expect.poll(() => new URL(page.url()).hash).toBe('#/pool/worked-fork/12');
  // Another place is gone to at once: the one that is left keeps its last step.
  await page.evaluate(() => {
    for (const key of ['ArrowLeft', 'ArrowLeft'])
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Envelope')?.click();
  });
  await expect.poll(() => new URL(page.url()).hash).toBe('#/envelope');
  await page.evaluate(() => history.back());
  await expect.poll(() => new URL(page.url()).hash).toBe('#/pool/worked-fork/10');
  await expect.poll(() => position(page)).toBe(10);
  expect(problems).toEqual([]);
  await close();
});

test('loaded again right after a step, the page comes back to that step', async () => {
  const { page, problems, close } = await site.visit('#/pool/worked-fork/0');
  const step = (times: number, reload: boolean) =>
    page.evaluate(
      ([count, again]) => {
        Reflect.set(globalThis, 'left', true);
        for (let at = 0; at < count; at++)
          document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        if (again) location.reload();
        return location.hash;
      },
      [times, reload] as const,
    );
  for (const [times, at] of [
    [5, 5],
    [1, 6],
    [3, 9],
  ] as const) {
    await step(times, true);
    await page.waitForFunction(() => !Reflect.has(globalThis, 'left') && document.querySelector('main'));
    await expect.poll(() => position(page)).toBe(at);
    await expect.poll(() => new URL(page.url()).hash).toBe(`#/pool/worked-fork/${at}`);
  }
  // The address is told of several steps later: what the test is about.
  expect(await step(3, false)).not.toBe('#/pool/worked-fork/12');
  // A place that is asked for by its address is gone to, whatever was left before.
  await go(page, `${site.address}#/pool/worked-fork/3`);
  await expect.poll(() => position(page)).toBe(3);
  expect(problems).toEqual([]);
  await close();
});

test.each([
  '#/pool/no-such/5',
  '#/envelope/no-such',
  '#%%%',
  '#/pool/worked-fork/99999',
  '#<script>alert(1)</script>',
  '#/envelope/%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E/0x1',
])('%s still shows a page', async (fragment) => {
  const { page, problems, close } = await site.visit(fragment);
  await expect.poll(async () => (await page.locator('main').innerText()).length).toBeGreaterThan(50);
  expect(problems).toEqual([]);
  await close();
});

test('choices last: theme, size, and letter keys', async () => {
  const { page, close } = await site.visit();
  await page.keyboard.press('t');
  await page.keyboard.press('l');
  await page.keyboard.press('?');
  await page.getByLabel('Single letters work as keys').uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('t');
  await page.reload();
  await page.waitForSelector('main');
  await expect
    .poll(() => page.evaluate(() => ({ ...document.documentElement.dataset })))
    .toMatchObject({
      theme: 'dark',
      large: 'on',
    });
  await close();
});
