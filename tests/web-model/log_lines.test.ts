import { init } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { type LogLine, lineOf, logGroups, logLines } from '../../web/src/model/log_lines.ts';
import { checkScenario, play } from '../../web/src/model/scenario.ts';

beforeAll(() => init());

const commands = ['open a 1 2 3', 'ref 1', 'append a 4', 'unref 1', 'append a 5', 'write 1 6', 'close a'];

function linesFor(asking = false, shown?: number): LogLine[] {
  const scenario = checkScenario({
    title: 't',
    about: 'a',
    pool: { blocks: 8, tokens: 2 },
    steps: commands.map((line, at) => (at === 2 ? { do: line, chapter: 'a writes' } : line)),
  });
  const session = play(scenario);
  const lines = logLines(session.steps.slice(0, shown), commands, asking);
  session.dispose();
  return lines;
}

const told = (line: LogLine) => {
  switch (line.kind) {
    case 'command':
      return `> ${line.text}`;
    case 'chapter':
      return `# ${line.text}`;
    case 'step':
      return line.step.short;
    default:
      return line.kind;
  }
};

test('calls stand under their command; a call that says the same as its command stands alone', () => {
  expect(linesFor().map(told)).toEqual([
    'created',
    '> open a 1 2 3',
    'lookup(h0, &a[0])',
    'alloc(2, a)',
    'set_fill(0, 2)',
    'register(0, h0)',
    'set_fill(1, 1)',
    'ref(1)',
    '# a writes',
    '> append a 4',
    'cow(1, &a[1])',
    'set_fill(2, 2)',
    'register(2, h1)',
    'unref(1)',
    '> append a 5',
    'alloc(1, &a[2])',
    'set_fill(1, 1)',
    '> write 1 6',
    'set_fill(1, 2)',
    '> close a',
    'unref(1)',
    'unref(2)',
    'unref(0)',
  ]);
});

test('the lines of a command are one group, also where a window cuts it', () => {
  const lines = linesFor();
  const groups = logGroups(lines, commands);
  expect(groups.flatMap((group) => group.lines)).toEqual(lines);
  expect(groups.map(({ first, command }) => [first, command])).toEqual([
    [0, undefined],
    [1, 'open a 1 2 3'],
    [7, undefined],
    [8, undefined],
    [9, 'append a 4'],
    [13, undefined],
    [14, 'append a 5'],
    [17, 'write 1 6'],
    [19, 'close a'],
  ]);
  expect(logGroups(lines, commands, 4, 11).map(({ first, command }) => [first, command])).toEqual([
    [4, 'open a 1 2 3'],
    [7, undefined],
    [8, undefined],
    [9, 'append a 4'],
  ]);
  // The last call of a command, cut off from all others, still is one of several.
  expect(logGroups(lines, commands, 18, 19)[0]?.command).toBe('write 1 6');
});

test('a position has its line; while a question is open the log ends before the answer', () => {
  const lines = linesFor();
  for (const position of [0, 1, 7, 9]) {
    const line = lines[lineOf(lines, position)];
    expect(line?.kind === 'step' ? line.step.index : 0).toBe(position);
  }
  expect(linesFor(true, 6).map(told).slice(-2)).toEqual(['ref(1)', 'hidden']);
});
