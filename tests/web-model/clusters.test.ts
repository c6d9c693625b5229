import { expect, test } from 'vitest';
import { clusters } from '../../web/src/model/clusters.ts';
import type { Mark } from '../../web/src/model/result.ts';

const steps = (...marks: (Mark | '')[]) =>
  marks.map((mark, at) => ({ index: at + 1, ...(mark !== '' && { mark }) }));

test('with a place for each step every mark stands alone', () => {
  expect(clusters(steps('copied', '', 'missed'), 3, 4)).toEqual([
    { index: 1, mark: 'copied', count: 1 },
    { index: 3, mark: 'missed', count: 1 },
  ]);
});

test('marks that share a place are one, the strongest of them, which says how many', () => {
  expect(clusters(steps('missed', 'refused', 'copied', 'missed', '', 'revived'), 6, 2)).toEqual([
    { index: 2, mark: 'refused', count: 2 },
    { index: 3, mark: 'copied', count: 3 },
  ]);
});

test('of 10,000 marks no more are left than there are places', () => {
  const all = clusters(steps(...Array<Mark>(10_000).fill('evicted')), 10_000, 20);
  expect(all).toHaveLength(20);
  expect(all.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
});
