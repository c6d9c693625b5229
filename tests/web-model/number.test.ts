import { expect, test } from 'vitest';
import { grouped } from '../../web/src/model/number.ts';

test.each([0, 7, 999, 1000, 65536, 123456, 1234567, 4294967295])('%i is grouped by thousands', (n) =>
  expect(grouped(n)).toBe(n.toLocaleString('en-US')),
);
