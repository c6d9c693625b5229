import { expect, test } from 'vitest';
import { CommandError, parseCommand } from '../../web/src/model/command.ts';

test.each([
  ['alloc 2', { verb: 'alloc', n: 2 }],
  ['alloc a 2', { verb: 'alloc', n: 2, seq: 'a' }],
  ['  unref   3  b ', { verb: 'unref', id: 3, seq: 'b' }],
  ['write 0 1 4294967295', { verb: 'write', id: 0, tokens: [1, 4294967295] }],
  ['register 0 h1', { verb: 'register', id: 0, hash: { name: 'h1' } }],
  ['register 0 a', { verb: 'register', id: 0, seq: 'a' }],
  ['lookup 0xA91AB0C1027B9366 c', { verb: 'lookup', hash: { value: 0xa91ab0c1027b9366n }, seq: 'c' }],
  ['fork a b', { verb: 'fork', seq: 'a', child: 'b' }],
] as const)('%s', (line, command) => {
  expect(parseCommand(line)).toEqual(command);
});

test.each([
  ['', /expected a command/],
  ['free 1', /"free" is not a command/],
  ['toString', /not a command/],
  ['alloc', /expected n: alloc \[seq\] n/],
  ['alloc -1', /n must be an integer in 0\.\.4294967295, got "-1"/],
  ['alloc 4294967296', /got "4294967296"/],
  ['alloc 1.5', /got "1\.5"/],
  ['ref 1 a b', /"b" is one word too many/],
  ['lookup a', /"a" is not a hash/],
  ['lookup 0x10000000000000000', /not a hash/],
  ['open 1 2', /"1" cannot name a sequence: a name is a small letter, then small letters, digits and _/],
  ['open A 2', /"A" cannot name a sequence: a name is a small letter/],
  ['open abcdefghijklm 2', /"abcdefghijklm" cannot name a sequence: it has 13 characters, a name at most 12/],
  ['fork a h0', /"h0" cannot name a sequence: it names a hash/],
  ['append a', /expected a token/],
])('%s is refused', (line, message) => {
  expect(() => parseCommand(line)).toThrow(CommandError);
  expect(() => parseCommand(line)).toThrow(message);
});
