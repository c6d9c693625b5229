/** The hexdump as tests read it. Neighbouring bytes that look alike are one element, of as many columns as bytes. */
import type { Page } from 'playwright-core';

/** The rows in view: offset, then bytes, parted by spaces. `··` stands for a byte on its way. */
export const hexRows = (page: Page): Promise<string[]> =>
  page
    .locator('.hex-row')
    .evaluateAll((rows) =>
      rows.map((row) =>
        [row.querySelector('.hex-offset'), ...row.querySelectorAll('.stretch')]
          .map((part) => part?.textContent)
          .join(' '),
      ),
    );

/** The row of the cursor, once its bytes are there. */
export async function rowOfCursor(page: Page): Promise<string> {
  await page.waitForFunction(() => {
    const stretches = [...document.querySelectorAll('.stretch')];
    return stretches.length > 0 && !stretches.some(({ textContent }) => textContent?.includes('··'));
  });
  return page
    .locator('.hex-row[data-here=true]')
    .evaluate((row) =>
      [row.querySelector('.hex-offset'), ...row.querySelectorAll('.stretch')]
        .map((part) => part?.textContent)
        .join(' '),
    );
}

export const cursorOffset = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-cursor=true]').getAttribute('data-offset'));

/** How many bytes in view carry a mark: an attribute, as in `data-inside=true`. */
export const marked = (page: Page, attribute: string): Promise<number> =>
  page
    .locator(`.stretch[${attribute}]`)
    .evaluateAll((stretches) => stretches.reduce((sum, one) => sum + Number(one.ariaColSpan), 0));

/** The two digits of a byte in view. */
export async function byteAt(page: Page, offset: number): Promise<string | undefined> {
  const stretches = await page
    .locator('.stretch')
    .evaluateAll((list) =>
      list.map((one) => [Number((one as HTMLElement).dataset.offset), one.textContent] as const),
    );
  const [begin, text] = stretches.findLast(([at]) => at <= offset) ?? [];
  return begin === undefined ? undefined : text?.split(' ')[offset - begin];
}

/** Where a byte in view stands on the screen. */
export async function centreOf(page: Page, offset: number): Promise<readonly [x: number, y: number]> {
  await page.locator('.stretch').first().waitFor();
  return page.locator('.hex').evaluate((hex, at) => {
    for (const one of hex.querySelectorAll<HTMLElement>('.stretch')) {
      const i = at - Number(one.dataset.offset);
      const size = Number(one.ariaColSpan);
      if (i < 0 || i >= size) continue;
      one.scrollIntoView({ block: 'nearest' });
      const { left, top, width, height } = one.getBoundingClientRect();
      return [left + ((i + 0.5) * width) / size, top + height / 2] as const;
    }
    throw new Error(`byte ${at} is not in view`);
  }, offset);
}

export async function clickByte(page: Page, offset: number, modifier?: 'Shift'): Promise<void> {
  const [x, y] = await centreOf(page, offset);
  if (modifier) await page.keyboard.down(modifier);
  await page.mouse.click(x, y);
  if (modifier) await page.keyboard.up(modifier);
}
