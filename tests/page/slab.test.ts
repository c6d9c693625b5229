import { expect, test } from 'vitest';
import { choose, fixture, settled } from './actions.ts';
import { EachVisit } from './each_visit.ts';
import { cursorOffset } from './hex.ts';

const visit = new EachVisit('#/envelope');

const K = 40;
const SLAB = 1024 * 1024 * 2;

/** One block of one head: K and V of 1,024 positions by 1,024 dims, 2 MiB each. All zeros but two values of K, one of V. */
function large(): Buffer {
  const file = Buffer.alloc(K + 2 * SLAB + 4);
  fixture('golden/worked-example.tlkv').copy(file, 0, 0, 28);
  [1, 1024, 1, 1, 1024].forEach((word, i) => {
    file.writeUInt32LE(word, 8 + i * 4);
  });
  file.writeUInt32LE(1024, 36);
  const put = (slab: number, position: number, dim: number, bits: number) => {
    file.writeUInt16LE(bits, slab + (position * 1024 + dim) * 2);
  };
  put(K, 701, 901, 0x4500);
  put(K, 700, 900, 0xbc00);
  put(K + SLAB, 3, 5, 0x7e00);
  return file;
}

const slab = (name: string) => visit.page.getByRole('region', { name, exact: true });
const words = async (name: string, part: string) =>
  (await slab(name).locator(part).innerText()).replace(/\s+/g, ' ');

/** The colour of a dot of a heat map. */
const dot = (name: string, column: number, row: number) =>
  slab(name)
    .locator('canvas')
    .evaluate(
      (canvas, [x, y]) => {
        const copy = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
        copy?.drawImage(canvas as HTMLCanvasElement, -x, -y);
        return [...(copy?.getImageData(0, 0, 1, 1).data ?? [])];
      },
      [column, row] as const,
    );

test('a slab of 2 MiB is summed up and drawn, and says what a dot stands for', async () => {
  await choose(visit.page, 'large.tlkv', large());
  await expect
    .poll(() => words('K', '.stats'))
    .toBe('min −1 max 5 mean 0.000003815 zeros 1,048,574 NaN 0 inf 0');
  await expect.poll(() => words('V', '.stats')).toBe('min 0 max 0 mean 0 zeros 1,048,575 NaN 1 inf 0');
  await expect
    .poll(() => words('K', '.heat-caption'))
    .toBe(
      'A dot is up to 4 positions by 2 dims: its value furthest from 0, or a NaN or infinity among them.',
    );
  // Paper, the full ochre of the largest value, and ink for a NaN.
  await expect.poll(() => dot('K', 0, 0)).toEqual([251, 250, 246, 255]);
  await expect.poll(() => dot('K', 450, 175)).toEqual([154, 98, 0, 255]);
  await expect.poll(() => dot('V', 2, 0)).toEqual([22, 24, 29, 255]);
});

test('choosing a dot goes to the first of its values; an edit sums the slab up again', async () => {
  const { page } = visit;
  await choose(page, 'large.tlkv', large());
  const map = slab('K').locator('canvas');
  await map.scrollIntoViewIfNeeded();
  await expect.poll(() => words('K', '.stats')).toContain('max 5');
  const box = await settled(() => map.boundingBox());
  if (!box) throw new Error('there is no heat map');
  await page.mouse.click(box.x + (450.5 / 512) * box.width, box.y + (175.5 / 256) * box.height);
  await expect.poll(() => cursorOffset(page)).toBe(K + (700 * 1024 + 900) * 2);
  await expect.poll(() => slab('K').locator('.number[data-here=true] code').innerText()).toBe('BC00');
  await page.keyboard.press('d');
  await page.getByRole('button', { name: 'Flip bit 0, now 0' }).click();
  await expect.poll(() => words('K', '.stats')).toContain('min −1.001 max 5');
  await expect.poll(() => slab('K').locator('.number[data-here=true] code').innerText()).toBe('BC01');
});
