// Every file of the project. The words that a rule looks for are put together here, so that they do not stand in
// this file.
import { file, matches, type Rule } from './rule.ts';

const isSource = (path: string) =>
  /\.(cc|c|h|[mc]?[tj]sx?|css|html|cmake|sh|mjs)$/.test(path) || path.startsWith('.ci/');
const isCode = (path: string) => /\.(cc|c|h|[mc]?[tj]sx?)$/.test(path);

export const maxLines = 400;

const shortFiles: Rule = {
  name: `a source file has fewer than ${maxLines} lines`,
  check({ path, text }) {
    const lines = text.split('\n').length - 1;
    return isSource(path) && lines >= maxLines ? [`${lines} lines`] : [];
  },
  bad: [file('core/kv_pool.cc', '\n'.repeat(maxLines)), file('web/src/view/a.css', '\n'.repeat(maxLines))],
  good: [file('core/kv_pool.cc', '\n'.repeat(maxLines - 1)), file('package-lock.json', '\n'.repeat(9999))],
};

const folders = ['home', 'root', 'Users', 'work', 'tmp/bash_jobs'].join('|');

const noMachinePaths: Rule = {
  name: "no path of somebody's machine",
  check: ({ text }) =>
    matches(text, new RegExp(`(?<![\\w.$}*)-])/(?:${folders})/[\\w.-]+|[A-Z]:\\\\\\w+`, 'g')),
  bad: ['home/me/tlkv', 'root/.cache', 'Users/me', 'work/main'].map((path) =>
    file('README.md', `cd /${path}\n`),
  ),
  good: [file('README.md', 'see web/work/a and https://example.org/home/x, or /usr/bin/cc\n')],
};

const marks = ['TO' + 'DO', 'FIX' + 'ME', 'XX' + 'X', 'HA' + 'CK', 'W' + 'IP'];
const phrases = ['not (yet )?' + 'implemented', 'place' + 'holder text', 'coming ' + 'soon', 'for ' + 'now,'];

const nothingUnfinished: Rule = {
  name: 'no mark of unfinished work',
  check({ path, text }) {
    if (path === 'package-lock.json') return [];
    return [
      ...matches(text, new RegExp(`\\b(?:${marks.join('|')})\\b`, 'g')),
      ...matches(text, new RegExp(`\\b(?:${phrases.join('|')})`, 'gi')),
      ...(isCode(path) ? matches(text, /^\s*debugger;/gm) : []),
    ];
  },
  bad: [
    ...marks.map((mark) => file('core/kv_pool.cc', `// ${mark}: later\n`)),
    file('core/kv_pool.cc', `return Fail("not ${'implemented'}");\n`),
    file('web/src/view/a.ts', `${'debug'}${'ger'};\n`),
  ],
  good: [file('core/kv_pool.cc', '// A hacker finds nothing to do here.\n')],
};

const everyTestRuns: Rule = {
  name: 'no test is switched off, or on alone',
  check({ path, text }) {
    if (!path.startsWith('tests/') || !isCode(path)) return [];
    return matches(text, /\b(?:test|it|describe|suite)\.(?:only|skip|todo|fails)\b|\bDISABLED_\w+/g);
  },
  bad: ['only', 'skip', 'todo']
    .map((word) => file('tests/page/a.test.ts', `test.${word}('a', () => {});\n`))
    .concat(file('tests/core/a_test.cc', `TEST(A, ${'DISABLED'}_b) {}\n`)),
  good: [file('tests/tidy/a.test.ts', "test.skipIf(!built)('a', () => {});\n")],
};

const lockNamesNoHost: Rule = {
  name: 'package-lock.json names no registry',
  check: ({ path, text }) => (path === 'package-lock.json' ? matches(text, /"resolved": .*/g) : []),
  bad: [file('package-lock.json', '"resolved": "https://registry.example/a.tgz"\n')],
  good: [file('package-lock.json', '"integrity": "sha512-"\n')],
};

export const houseRules = [shortFiles, noMachinePaths, nothingUnfinished, everyTestRuns, lockNamesNoHost];
