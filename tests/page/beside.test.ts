import { expect, test } from 'vitest';
import { drop, fixture, focused, go, position } from './actions.ts';
import { violations } from './axe.ts';
import { EachVisit } from './each_visit.ts';

const visit = new EachVisit();
const at = (fragment: string) => go(visit.page, visit.site.address + fragment);

/** The rows of the table of figures: name and both columns. */
const figures = () =>
  visit.page
    .locator('.figures tbody tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent?.trim())));

test('arrays for each request stand beside the blocks, and both are counted', async () => {
  const { page } = visit;
  await at('#/pool/contiguous-against-paged/0');
  await page.keyboard.press('End');
  await page.getByRole('navigation', { name: 'Operation log' }).getByText('alloc(2, c)').click();
  await expect.poll(figures).toEqual([
    ['reserved', '32 (512 bytes)', '20 (320 bytes)'],
    ['filled with tokens', '8 (128 bytes)', '8 (128 bytes)'],
    ['wasted', '24, 75 %', '12, 60 %'],
    ['not stored again, as a block is shared', '0', '0'],
    ['kept in case it comes again', '0', '0'],
    ['requests that wait', '1', '0'],
  ]);
  await expect.poll(() => page.locator('.beside').innerText()).toContain('c waits: no array is free.');
  await page.getByLabel('Positions reserved for each request').selectOption('8');
  await expect.poll(() => page.url()).toContain('/contiguous-8');
  await expect
    .poll(async () => (await figures())[0])
    .toEqual(['reserved', '24 (384 bytes)', '20 (320 bytes)']);
});

test.each(['contiguous-against-paged/14', 'release-order/20'])(
  'on a projector all of %s is in view',
  async (place) => {
    const { page, close } = await visit.site.visit('', { viewport: { width: 1920, height: 1080 } });
    await page.keyboard.press('l');
    await go(page, `${visit.site.address}#/pool/${place}`);
    await expect
      .poll(() =>
        page.evaluate(() => {
          const bar = document.querySelector('.step-bar')?.getBoundingClientRect().top ?? 0;
          const table = document.querySelector('.figures')?.getBoundingClientRect().bottom ?? Infinity;
          return table <= bar;
        }),
      )
      .toBe(true);
    await close();
  },
);

test('two pools go on together, and what differs is marked', async () => {
  const { page } = visit;
  await at('#/pool/release-order/0');
  await page.keyboard.press('q');
  await page.keyboard.press('End');
  await expect.poll(figures).toEqual([
    ['blocks found by look-up', '2', '0 ≠ differs'],
    ['tokens found, not computed', '4', '0 ≠ differs'],
    ['copies on write', '0', '0'],
    ['blocks evicted', '2', '4 ≠ differs'],
    ['calls refused', '0', '0'],
    ['positions wasted now', '0', '0'],
  ]);
  await page.getByRole('button', { name: 'open a2 1..6' }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(10);
  await page.getByLabel('What stands beside the pool').selectOption('alone');
  await expect.poll(() => page.url()).toMatch(/\/alone$/);
  await expect.poll(() => page.locator('.figures').count()).toBe(0);
  await page.getByLabel('What stands beside the pool').selectOption('blocks-of-4');
  await expect
    .poll(() => page.locator('.beside').innerText())
    .toContain('2 blocks of 4, released tail first');
  await page.reload();
  await expect
    .poll(() => page.locator('.beside').innerText())
    .toContain('2 blocks of 4, released tail first');
});

test('a log that names blocks has no pool of other blocks beside it, and says so', async () => {
  const { page } = visit;
  await at('#/pool/worked-fork/3/blocks-of-4');
  await expect
    .poll(() => page.locator('.beside').innerText())
    .toContain('“alloc a 2” names a block or a hash');
});

test('axe-core finds nothing, and 320 px are enough', async () => {
  const { page } = visit;
  for (const place of ['contiguous-against-paged/12', 'release-order/20'])
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await at(`#/pool/${place}`);
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth))
        .toBe(true);
      expect(await violations(page)).toEqual([]);
    }
});

const worked = [...fixture('golden/worked-example.tlkv')];

async function dropIntoPool(name: string, bytes: readonly number[]): Promise<void> {
  const { page } = visit;
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'x'));
    document.body.dispatchEvent(
      new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer: transfer }),
    );
  });
  await page.locator('.drop-import').waitFor();
  expect(await drop(page, '.drop-import', [{ name, bytes }])).toBe(true);
}

test('an envelope dropped on the pool is imported; R7 is told, with a way on', async () => {
  const { page } = visit;
  await at('#/pool/worked-fork/4');
  await dropIntoPool('a.tlkv', worked);
  await expect.poll(() => page.locator('.call-answer').innerText()).toBe('✕ TL_ESHAPE');
  await expect.poll(() => page.locator('.call-message').innerText()).toContain('R7');
  await page.getByRole('button', { name: 'Import it into a new pool of its shape' }).click();
  await expect.poll(() => page.locator('.call-answer').innerText()).toBe('TL_OK, x = 0');
  await expect
    .poll(() => page.locator('.tiles').ariaSnapshot())
    .toContain('2 of 2 tokens ? ?, imported, tokens not known , held by x');
  await expect
    .poll(() => page.locator('.cell[data-filled=true]').first().getAttribute('title'))
    .toContain('? is a token that is not known: an envelope holds K and V');
  await expect.poll(() => page.locator('.tokens').first().getAttribute('title')).toContain('not known');
  await expect.poll(() => page.locator('.index').innerText()).toContain('0xA91AB0C1027B9366');
  await expect
    .poll(() => page.locator('.subject-size').innerText())
    .toBe('5 blocks of 2 tokens, L 1 H 1 D 2');
  await page.reload();
  await expect.poll(() => page.locator('.call-answer').innerText()).toBe('TL_OK, x = 0');
  // Chosen, the block says below itself what its question marks are.
  await page.getByRole('combobox', { name: 'Command' }).fill('alloc c 1');
  await page.keyboard.press('Enter');
  await expect.poll(() => position(page)).toBe(2);
  await page.locator('.tile').first().click();
  await expect.poll(() => page.locator('.note').first().innerText()).toBe('? no token known: imported');
});

test('a broken envelope is refused by the pool, and can be looked into', async () => {
  const { page } = visit;
  await dropIntoPool('b.tlkv', [...fixture('bad/R6-crc-zero.tlkv')]);
  await expect.poll(() => page.locator('.call-answer').innerText()).toBe('✕ TL_EFORMAT');
  await page.getByRole('button', { name: 'Look into the envelope' }).click();
  await expect.poll(() => page.locator('.verdict h1').innerText()).toBe('Refused');
});

test('an envelope can be chosen, without a drop', async () => {
  const { page } = visit;
  const coming = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import .tlkv' }).click();
  const chooser = await coming;
  await chooser.setFiles({ name: 'a.tlkv', mimeType: '', buffer: Buffer.from(worked) });
  await expect.poll(() => page.locator('.call-answer').innerText()).toBe('✕ TL_ESHAPE');
});

test('a link to a large envelope waits until that is dropped', async () => {
  const { page } = visit;
  const bytes = Array.from({ length: 5000 }, () => 7);
  await dropIntoPool('large.tlkv', bytes);
  await expect.poll(() => page.locator('.call-answer').innerText()).toBe('✕ TL_EFORMAT');
  await expect.poll(() => page.url()).toMatch(/\/1$/);
  const link = new URL(page.url()).hash;
  await page.reload();
  await expect.poll(() => page.getByRole('alert').innerText()).toContain('(5000 bytes) is not on this page');
  await dropIntoPool('large.tlkv', bytes);
  await expect.poll(() => page.locator('.call-answer').innerText()).toBe('✕ TL_EFORMAT');
  await expect.poll(() => new URL(page.url()).hash).toBe(link);
});

test('free play takes any shape of K and V', async () => {
  const { page } = visit;
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('new');
  const dialog = page.getByRole('dialog', { name: 'Free play on a new pool' });
  await dialog.getByText('Shape of K and V').click();
  await dialog.getByLabel('Layers').fill('2');
  await dialog.getByLabel('K and V heads').fill('8');
  await dialog.getByLabel('Elements of a head').fill('9999');
  await dialog.getByRole('button', { name: 'Make the pool' }).click();
  await expect.poll(() => dialog.getByRole('status').innerText()).toContain('from 1 to 1,024');
  await expect.poll(() => dialog.getByLabel('Layers').inputValue()).toBe('2');
  await dialog.getByLabel('Elements of a head').fill('128');
  await dialog.getByRole('button', { name: 'Make the pool' }).click();
  await focused(page.getByRole('combobox', { name: 'Command' }));
  await page.keyboard.type('open a 1 2 3 4 5');
  await page.keyboard.press('Enter');
  await expect.poll(() => page.locator('.tiles').ariaSnapshot()).toContain('4 of 4 tokens 1 2 3 4');
  await expect.poll(() => page.url()).toContain('v1;12x4x2x8x128;open+a');
});
