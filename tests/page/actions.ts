/** What the tests of several views do and read. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, expect } from 'vitest';
import { SLOW } from './slow.ts';

export const fixture = (path: string): Buffer =>
  readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));

/** free, used, cached, as the page shows them: to be polled. */
export async function counts(page: Page): Promise<number[]> {
  const read = (name: string) => page.locator(`[data-count=${name}]`).innerText();
  return (await Promise.all(['free', 'used', 'cached'].map(read))).map(Number);
}

/** The current step, to be polled. */
export async function position(page: Page): Promise<number> {
  return Number(await page.locator('.step-count b').innerText());
}

/** What is larger goes by the disk: it takes a busy machine half a minute to send 16 MiB to the page. */
const SENT_BYTES = 2 ** 20;

const directories: string[] = [];
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true });
});

function written(name: string, bytes: Buffer): string {
  const directory = mkdtempSync(join(tmpdir(), 'tlkv-chosen-'));
  directories.push(directory);
  writeFileSync(join(directory, name), bytes);
  return join(directory, name);
}

/** Opens a file as a person does who chooses it, and waits until an envelope is in front. */
export async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  const input = page.locator('input[type=file]');
  if (buffer.length < SENT_BYTES)
    await input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  else await input.setInputFiles(written(name, buffer));
  if (name.endsWith('.json')) return;
  // A file of a name that is taken gets a number: `a (2).tlkv`.
  await page.waitForFunction(
    (stem) => document.querySelector('.top .file-name')?.textContent?.startsWith(stem),
    name.slice(0, name.lastIndexOf('.')),
  );
}

/** Waits until an element has the focus. */
export async function focused(element: Locator): Promise<void> {
  await expect.poll(() => element.evaluate((one) => one === document.activeElement)).toBe(true);
}

/** What is read, once it has been the same for a moment: for what is drawn in several goes. */
export async function settled<T>(read: () => Promise<T>): Promise<T> {
  for (let last: T | undefined; ; ) {
    const now = await read();
    if (last !== undefined && JSON.stringify(now) === JSON.stringify(last)) return now;
    last = now;
    await new Promise((done) => setTimeout(done, 50 * SLOW));
  }
}

export interface Dropped {
  readonly name: string;
  readonly bytes: readonly number[];
}

/** Drops files on an element; false if the page let the browser handle the drop. */
export async function drop(page: Page, target: string, files: readonly Dropped[]): Promise<boolean> {
  return page.evaluate(
    ({ selector, list }) => {
      const transfer = new DataTransfer();
      for (const { name, bytes } of list) transfer.items.add(new File([Uint8Array.from(bytes)], name));
      const element = document.querySelector(selector);
      if (!element) throw new Error(`no ${selector}`);
      const fire = (type: string) =>
        element.dispatchEvent(
          new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: transfer }),
        );
      fire('dragenter');
      fire('dragover');
      return !fire('drop');
    },
    { selector: target, list: files },
  );
}

/** Goes to another place of the page, and waits until that place is drawn, or what is wrong with the link is told. */
export async function go(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(isThere, new URL(address).hash);
}

/** Runs in the page: whether the place that a fragment names is drawn. */
function isThere(fragment: string): boolean {
  const [view, name, at] = fragment.slice(2).split('/').map(decodeURIComponent);
  const text = (selector: string) => document.querySelector(selector)?.textContent;
  if (document.querySelector('[role=alert]')) return true;
  if (!document.querySelector(`main${view ? `.${view}` : ''}`)) return false;
  if (view === 'envelope') {
    if (!name) return document.querySelector('.drop-panel') !== null;
    const cursor = document.querySelector<HTMLElement>('[data-cursor=true]')?.dataset.offset;
    if (cursor === undefined || (at !== undefined && Number(cursor) !== Number(at))) return false;
    return text('.top .file-name') === `${name}.tlkv`;
  }
  if (view !== 'pool' || !name) return true;
  const scenario = document.querySelector<HTMLSelectElement>('select[aria-label=Scenario]')?.value;
  return scenario === (name.includes(';') ? 'own' : name) && (!at || text('.step-count b') === at);
}
