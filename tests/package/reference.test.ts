/** wasm/README.md names what the package exports and nothing else, and its programs print what they say. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { root } from './support/installed';

const reference = readFileSync(join(root, 'wasm/README.md'), 'utf8');

interface Export {
  kind: 'function' | 'class' | 'type';
  members: string[];
}

/** What dist/api.d.ts and the entry export, with the public members of each, from the declarations. */
function exported(): Map<string, Export> {
  const api = readFileSync(join(root, 'dist/api.d.ts'), 'utf8');
  const found = new Map<string, Export>([['init', { kind: 'function', members: [] }]]);
  for (const [, list = '', from = ''] of api.matchAll(
    /^export (?:type )?\{(.*?)\} from '\.\/(.*?)\.ts'/gms,
  )) {
    const text = readFileSync(join(root, `dist/${from}.d.ts`), 'utf8');
    for (const name of list.split(',').map((one) => one.replace('type', '').trim())) {
      found.set(name, declaration(text, name));
    }
  }
  return found;
}

function declaration(text: string, name: string): Export {
  if (new RegExp(`^export declare function ${name}\\(`, 'm').test(text))
    return { kind: 'function', members: [] };
  const body = new RegExp(
    `^export (?:declare )?(?:abstract )?(class|interface) ${name}\\b.*?\\{\\n(.*?)^\\}`,
    'ms',
  );
  const [, kind, inside = ''] = body.exec(text) ?? [];
  if (kind === undefined && !new RegExp(`^export type ${name} =`, 'm').test(text)) {
    throw new Error(`${name} is declared nowhere`);
  }
  const member = /^ {4}(?:static |readonly |abstract |get )*(\w+)\??[(:]/gm;
  const members = [...inside.matchAll(member)].map(([, one = '']) => one);
  return { kind: kind === 'class' ? 'class' : 'type', members: [...new Set(members)].sort() };
}

/** The names that a list item is about: "`a()`, `b`: words. `c()`: words. `CODE` in words." is about a, b and c. */
function namesIn(item: string): string[] {
  return item
    .split(/\. (?=`)/)
    .filter((sentence, i) => i === 0 || sentence.includes(': '))
    .flatMap((sentence) => [...(sentence.split(': ')[0] as string).matchAll(/`(?:new )?(\w+)[^`]*`/g)])
    .map(([, name = '']) => name);
}

/** The reference by its headings. */
function sections(): { heading: string; text: string }[] {
  return reference.split(/^(?=###? )/m).map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    return { heading, text: lines.join('\n') };
  });
}

/** The same, as the reference has it. */
function documented(): Map<string, Export> {
  const found = new Map<string, Export>();
  let chapter = '';
  for (const { heading, text } of sections()) {
    if (heading.startsWith('## ')) chapter = heading.slice(3);
    const lines = text.replace(/\n {2}(?=\S)/g, ' ').split('\n');
    const names = lines.flatMap((line) => (line.startsWith('- ') ? namesIn(line) : []));
    const [, name] = /^### `(\w+)`$/.exec(heading) ?? [];
    if (heading === '## Functions')
      for (const one of names) found.set(one, { kind: 'function', members: [] });
    if (name === undefined) continue;
    const members = new Set(names.map((one) => (one === name ? 'constructor' : one)));
    found.set(name, { kind: chapter === 'Classes' ? 'class' : 'type', members: [...members].sort() });
  }
  return found;
}

test('it names every export and every public member, and nothing else', () => {
  const wanted = Object.fromEntries([...exported()].sort());
  expect(Object.keys(wanted).length).toBeGreaterThan(40);
  expect(wanted.KvPool?.members).toContain('lookupPrefix');
  expect(Object.fromEntries([...documented()].sort())).toEqual(wanted);
});

describe('its programs print what they say', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tlkv-reference-'));
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(root, join(folder, 'node_modules/tlkv'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const programs = sections().flatMap(({ heading, text }) =>
    text.split('```').flatMap((code) => (code.startsWith('js\n') ? [{ heading, code: code.slice(3) }] : [])),
  );
  test('five of them', () => expect(programs.length).toBe(5));
  test.each(programs)('$heading', ({ code }) => {
    writeFileSync(join(folder, 'program.mjs'), code);
    const output = execFileSync(process.execPath, ['program.mjs'], { cwd: folder, encoding: 'utf8' });
    const promised = code.split('\n').flatMap((line) => line.split('; // prints ').slice(1));
    expect(output).toBe(promised.map((line) => `${line}\n`).join(''));
    expect(promised.length).toBeGreaterThan(1);
  });
});
