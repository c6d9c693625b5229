import { expect, test } from 'vitest';
import { unknownWords } from '../../web/src/model/unknown_token.ts';

test('tokens that are not known are told as all or as some, and known ones not at all', () => {
  expect(unknownWords([])).toBe('');
  expect(unknownWords([1, 0])).toBe('');
  expect(unknownWords([undefined, undefined])).toBe('imported, tokens not known');
  expect(unknownWords([undefined, 7])).toBe('imported, 1 of them not known');
});
