import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { choose, drop, fixture, go } from './actions.ts';
import { EachVisit } from './each_visit.ts';

const worked = [...fixture('golden/worked-example.tlkv')];

const visit = new EachVisit();

const accepted = () => visit.page.locator('.verdict h1', { hasText: 'Accepted' }).waitFor();

describe('a file is taken wherever it falls', () => {
  test.each(['body', 'header.top', '.tile', '.step-bar'])('%s of the pool view', async (target) => {
    expect(await drop(visit.page, target, [{ name: 'a.tlkv', bytes: worked }])).toBe(true);
    await accepted();
    await expect.poll(() => visit.page.locator('.drop-frame').count()).toBe(0);
  });

  test('the hexdump of another file', async () => {
    const { page } = visit;
    await go(page, `${visit.site.address}#/envelope/future-version`);
    await drop(page, '.hex', [{ name: 'a.tlkv', bytes: worked }]);
    await accepted();
  });

  test('while a dialog is open', async () => {
    const { page } = visit;
    await page.keyboard.press('?');
    await page.locator('dialog[open]').waitFor();
    await drop(page, 'dialog[open]', [{ name: 'a.tlkv', bytes: worked }]);
    await accepted();
  });
});

test('two files at once are both listed, the first in front', async () => {
  const { page } = visit;
  const bad = [...fixture('bad/R3-version-2.tlkv')];
  await drop(page, 'body', [
    { name: 'first.tlkv', bytes: worked },
    { name: 'second.tlkv', bytes: bad },
  ]);
  await accepted();
  const list = page.getByRole('navigation', { name: 'Open files' });
  await expect
    .poll(async () =>
      (await list.getByRole('button').allInnerTexts()).map((name) => name.replace(/^[✓✕]\s*/, '')),
    )
    .toEqual(['first.tlkv', 'second.tlkv']);
  await list.getByRole('button', { name: 'second.tlkv' }).click();
  await expect.poll(() => page.locator('.verdict h1').innerText()).toBe('Refused');
});

test('files of one name are told apart, whenever they come; the same file chosen again is listed once', async () => {
  const { page } = visit;
  const bad = [...fixture('bad/R3-version-2.tlkv')];
  const names = async () => (await page.locator('.files .file-name').allInnerTexts()).toSorted();
  const title = () => page.locator('.verdict h1').innerText();
  await drop(page, 'body', [
    { name: 'same.tlkv', bytes: worked },
    { name: 'same.tlkv', bytes: [...worked, 0] },
  ]);
  await expect.poll(names).toEqual(['same (2).tlkv', 'same.tlkv']);
  await choose(page, 'same.tlkv', Buffer.from(bad));
  await expect.poll(names).toEqual(['same (2).tlkv', 'same (3).tlkv', 'same.tlkv']);
  await expect.poll(title).toBe('Refused');
  await page.locator('.files button', { hasText: 'same (2).tlkv' }).click();
  await expect.poll(() => page.locator('.verdict-words').innerText()).toContain('61 bytes');
  // One file on a disk, twice.
  const path = join(mkdtempSync(join(tmpdir(), 'tlkv-drops-')), 'once.tlkv');
  writeFileSync(path, Buffer.from(worked));
  for (let time = 0; time < 2; time++) {
    await page.locator('input[type=file]').setInputFiles(path);
    await expect.poll(title).toBe('Accepted');
    await expect.poll(names).toEqual(['once.tlkv', 'same (2).tlkv', 'same (3).tlkv', 'same.tlkv']);
    await page.locator('.files button', { hasText: 'same (2).tlkv' }).click();
    await expect.poll(title).toBe('Refused');
  }
  rmSync(dirname(path), { recursive: true });
});

test('text and links are ignored, and the page stays', async () => {
  const { page } = visit;
  const prevented = await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.setData('text/uri-list', 'https://example.invalid/');
    transfer.setData('text/plain', 'words');
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: transfer });
    return !document.body.dispatchEvent(event);
  });
  expect(prevented).toBe(true);
  await expect.poll(() => page.locator('.tile').count()).toBe(3);
});

test('the frame goes away when a drag leaves the window', async () => {
  const { page } = visit;
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'], 'x'));
    const fire = (type: string) =>
      document.body.dispatchEvent(
        new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
      );
    fire('dragover');
  });
  await page.locator('.drop-frame').waitFor();
  await page.evaluate(() => document.body.dispatchEvent(new DragEvent('dragleave', { bubbles: true })));
  await page.locator('.drop-frame').waitFor({ state: 'detached' });
});

describe('what is no envelope gets a sentence', () => {
  const words = () => visit.page.locator('.verdict-words').innerText();

  test('no bytes at all', async () => {
    await choose(visit.page, 'empty.tlkv', Buffer.alloc(0));
    await visit.page.locator('.verdict').waitFor();
    await expect.poll(words).toContain('The file is empty: 0 bytes, where the smallest envelope has 32.');
    await expect.poll(() => visit.page.locator('main').innerText()).not.toMatch(/NaN|undefined|Infinity/);
  });

  test.each([
    ['notes.txt', 'Dear reader, this is text and no envelope.\n', 'It seems to be text.'],
    ['page.tlkv', '<!doctype html><title>404</title>'.padEnd(64), 'It seems to be an HTML page'],
    ['lfs.tlkv', 'version https://git-lfs.github.com/spec/v1\noid sha256:0', 'a Git LFS pointer'],
    ['swapped.tlkv', 'VKLT'.padEnd(64), 'It seems to be an envelope with its magic reversed'],
    ['one.tlkv', 'T', '1 byte. 1 rule is broken. A version 1 reader answers TL_EFORMAT.'],
    ['short.tlkv', 'TLKV', '4 bytes. 1 rule is broken. A version 1 reader answers TL_EFORMAT.'],
  ])('%s', async (name, text, sentence) => {
    await choose(visit.page, name, Buffer.from(text));
    await visit.page.locator('.verdict').waitFor();
    await expect.poll(words).toContain(sentence);
  });

  test('a header of four billion blocks: both lengths to the last digit, and no list of them', async () => {
    const { page } = visit;
    await choose(page, 'many.tlkv', fixture('bad/R5-four-billion-blocks.tlkv'));
    await expect
      .poll(words)
      .toContain(
        '32 bytes. 1 rule is broken. A version 1 reader answers TL_EFORMAT. The header asks for 9,007,250,792,251,412 bytes: 9,007,250,792,251,380 bytes missing.',
      );
    await expect.poll(() => page.locator('.block-list').count()).toBe(0);
  });

  test('numbers of what is no header are not taken for sizes', async () => {
    await choose(visit.page, 'page.tlkv', Buffer.from('<!doctype html>'.padEnd(100)));
    await expect.poll(words).toContain('100 bytes. 5 rules are broken.');
    expect(await words()).not.toContain('The header asks for');
  });

  test('two envelopes one after another', async () => {
    await choose(visit.page, 'twice.tlkv', Buffer.from([...worked, ...worked]));
    await expect
      .poll(words)
      .toContain('The header asks for 60 bytes: 60 bytes too many. Another envelope begins there.');
  });

  test('a folder', async () => {
    const { page } = visit;
    await page.evaluate(() => {
      const entry = { isDirectory: true, name: 'captures' };
      const item = { kind: 'file', webkitGetAsEntry: () => entry, getAsFile: () => null };
      const event = new DragEvent('drop', { bubbles: true, cancelable: true });
      Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items: [item], files: [] } });
      document.body.dispatchEvent(event);
    });
    await expect.poll(() => page.getByRole('alert').innerText()).toContain('“captures” is a folder.');
  });
});

test.each([
  '<img src=x onerror=alert(1)>.tlkv',
  `${'n'.repeat(250)}.tlkv`,
  '\u202egnp.exe\u202c 🧊 \u0627\u0644.tlkv',
])('the file name %j is text', async (name) => {
  const { page } = visit;
  await choose(page, name, Buffer.from(worked));
  await accepted();
  await expect.poll(() => page.locator('.top .file-name').textContent()).toBe(name);
  await expect.poll(() => page.locator('img').count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});

test('markup inside a file is bytes', async () => {
  await choose(visit.page, 'markup.tlkv', fixture('bad/R2-markup.tlkv'));
  await visit.page.locator('.verdict h1', { hasText: 'Refused' }).waitFor();
  await expect.poll(() => visit.page.locator('main script, main img').count()).toBe(0);
});

test('pasted hex opens as a file, and hex that is none is explained', async () => {
  const { page } = visit;
  await go(page, `${visit.site.address}#/envelope`);
  await page.locator('.drop-panel').waitFor();
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'Paste hex' });
  const text = dialog.getByRole('textbox');
  await text.fill('54 4c 4b5');
  await dialog.getByRole('button', { name: 'Open' }).click();
  await expect.poll(() => dialog.getByRole('status').innerText()).toContain('"4b5" has 3 digits');
  await text.fill(Buffer.from(worked).toString('hex'));
  await dialog.getByRole('button', { name: 'Open' }).click();
  await accepted();
  await expect.poll(() => page.locator('dialog[open]').count()).toBe(0);
});
