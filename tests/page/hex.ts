/** The hexdump as tests read it. Neighbouring bytes that look alike are one element, of as many columns as bytes. */
import type { Page } from 'playwright-core';
import { settled } from './actions.ts';

/** The rows in view: offset, then bytes, parted by spaces. `··` stands for a byte on its way: to be polled. */
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

/** Types an offset into “Go to”. Its row, once the cursor stands there and none of its bytes is on its way. */
export async function goTo(page: Page, offset: number, typed = String(offset)): Promise<string> {
  await page.getByLabel('Go to').fill(typed);
  await page.getByLabel('Go to').press('Enter');
  const row = await page.waitForFunction((at) => {
    const here = document.querySelector(`[data-cursor=true][data-offset="${at}"]`)?.closest('.hex-row');
    if (!here) return undefined;
    const parts = [here.querySelector('.hex-offset'), ...here.querySelectorAll('.stretch')];
    const text = parts.map((part) => part?.textContent).join(' ');
    return text.includes('··') ? undefined : text;
  }, offset);
  return (await row.jsonValue()) as string;
}

export const cursorOffset = async (page: Page): Promise<number> =>
  Number(await page.locator('[data-cursor=true]').getAttribute('data-offset'));

/** How many bytes in view carry a mark: an attribute, as in `data-inside=true`. To be polled. */
export const marked = (page: Page, attribute: string): Promise<number> =>
  page
    .locator(`.stretch[${attribute}]`)
    .evaluateAll((stretches) => stretches.reduce((sum, one) => sum + Number(one.ariaColSpan), 0));

/** The two digits of a byte in view, to be polled. */
export async function byteAt(page: Page, offset: number): Promise<string | undefined> {
  const stretches = await page
    .locator('.stretch')
    .evaluateAll((list) =>
      list.map((one) => [Number((one as HTMLElement).dataset.offset), one.textContent] as const),
    );
  const [begin, text] = stretches.findLast(([at]) => at <= offset) ?? [];
  return begin === undefined ? undefined : text?.split(' ')[offset - begin];
}

/** Where a byte stands on the screen, once it is in view and has stood still for a moment. */
export async function centreOf(page: Page, offset: number): Promise<readonly [x: number, y: number]> {
  return settled(async () => {
    const place = await page.waitForFunction(placeOf, offset);
    return (await place.jsonValue()) as readonly [number, number];
  });
}

/** Runs in the page. */
function placeOf(at: number): readonly [x: number, y: number] | undefined {
  for (const one of document.querySelectorAll<HTMLElement>('.stretch')) {
    const i = at - Number(one.dataset.offset);
    const size = Number(one.ariaColSpan);
    if (i < 0 || i >= size) continue;
    one.scrollIntoView({ block: 'nearest' });
    const { left, top, width, height } = one.getBoundingClientRect();
    return [left + ((i + 0.5) * width) / size, top + height / 2] as const;
  }
  return undefined;
}

export async function clickByte(page: Page, offset: number, modifier?: 'Shift'): Promise<void> {
  const [x, y] = await centreOf(page, offset);
  if (modifier) await page.keyboard.down(modifier);
  await page.mouse.click(x, y);
  if (modifier) await page.keyboard.up(modifier);
}
