// The programs and commands of README.md do what it says, exactly as they stand there.
import { execFileSync, execSync, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');

// A folder that looks like a checkout beside which the package is installed.
const folder = mkdtempSync(join(tmpdir(), 'tlkv-readme-'));
for (const name of ['core', 'build']) symlinkSync(join(root, name), join(folder, name));
mkdirSync(join(folder, 'node_modules'));
symlinkSync(root, join(folder, 'node_modules/tlkv'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The first block of code in a language, and the output that the text after it promises. */
function program(language: string): { code: string; output: string } {
  const found = new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`.*?^It prints \`(.*?)\``, 'ms').exec(readme);
  if (!found) throw new Error(`README.md has no program in ${language}`);
  return { code: found[1] as string, output: `${found[2]}\n` };
}

/** The line of a shell block that begins with `word`. */
function command(word: string): string {
  const found = new RegExp(`^${word.replaceAll('+', '\\+')} .*$`, 'm').exec(readme);
  if (!found) throw new Error(`README.md has no ${word} command`);
  return found[0];
}

const runs = (file: string, ...args: string[]) =>
  execFileSync(file, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

test('the JavaScript program', () => {
  const { code, output } = program('js');
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(15);
  writeFileSync(join(folder, 'first.mjs'), code);
  expect(runs(process.execPath, 'first.mjs')).toBe(output);
});

test('the C program, linked by gcc alone', () => {
  const { code, output } = program('c');
  writeFileSync(join(folder, 'first.c'), code);
  execSync(command('gcc').replace('gcc', 'gcc -Wall -Wextra -Wpedantic -Werror'), { cwd: folder });
  expect(runs('./first')).toBe(output);
});

test('the C++ program', () => {
  const { code, output } = program('cpp');
  writeFileSync(join(folder, 'first.cc'), code);
  execSync(command('g++').replace('g++', 'g++ -Wall -Wextra -Wpedantic -Werror'), { cwd: folder });
  expect(runs('./first')).toBe(output);
});

test('the command line, which answers as it says', () => {
  const session = /^```console\n(.*?)^```/ms.exec(readme)?.[1] ?? '';
  const answers = [...session.matchAll(/^\$ tlkv (.*)\n/gm)].map(([line, args = '']) => {
    const main = join(root, 'dist/cli/main.js');
    const { stdout } = spawnSync(process.execPath, [main, ...args.split(' ')], {
      cwd: root,
      encoding: 'utf8',
    });
    return line + stdout;
  });
  expect(answers.length).toBeGreaterThan(2);
  expect(answers.join('')).toBe(session);
});

test('every link between the documents leads to a file', () => {
  const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(documents).toContain('README.md');
  for (const document of documents) {
    const text = readFileSync(join(root, document), 'utf8');
    for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      if (/^https?:/.test(target as string)) continue;
      const path = resolve(root, dirname(document), target as string);
      expect(existsSync(path), `${document} links to ${target}`).toBe(true);
    }
  }
});
