import { expect, test } from 'vitest';
import { grouped, listed } from '../../web/src/model/number.ts';

test.each([0, 7, 999, 1000, 65536, 123456, 1234567, 4294967295])('%i is grouped by thousands', (n) =>
  expect(grouped(n)).toBe(n.toLocaleString('en-US')),
);

test('a list of numbers tells the first 16 of them, and how many more there are', () => {
  const numbers = (n: number) => Array.from({ length: n }, (_, i) => i);
  expect(listed([])).toBe('');
  expect(listed(numbers(16))).toBe('0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15');
  expect(listed(numbers(17))).toBe('0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 … 1 more');
  expect(listed(numbers(9000))).toMatch(/ 15 … 8,984 more$/);
});
