/** What the tests of several views do and read. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

export const fixture = (path: string): Buffer =>
  readFileSync(new URL(`../../fixtures/${path}`, import.meta.url));

/** free, used, cached, as the page shows them. */
export async function counts(page: Page): Promise<number[]> {
  const read = (name: string) => page.locator(`[data-count=${name}]`).innerText();
  return (await Promise.all(['free', 'used', 'cached'].map(read))).map(Number);
}

export async function position(page: Page): Promise<number> {
  return Number(await page.locator('.step-count b').innerText());
}

/** Opens a file as a person does who chooses it. */
export async function choose(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
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

/** Goes to another place of the page, and waits until it is drawn. */
export async function go(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
}
