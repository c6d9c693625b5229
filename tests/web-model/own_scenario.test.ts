import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { init } from 'tlkv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatAddress, parseAddress } from '../../web/src/model/address.ts';
import { complete } from '../../web/src/model/complete.ts';
import { toCpp, toTypeScript } from '../../web/src/model/export_code.ts';
import { pictureOf, toSvg } from '../../web/src/model/picture.ts';
import { decodeProgram, encodeProgram, isProgram } from '../../web/src/model/program_link.ts';
import { checkScenario, play, ScenarioError } from '../../web/src/model/scenario.ts';
import { SCENARIOS } from '../../web/src/model/scenarios.ts';

/** As much of GoogleTest as these tests need, quick to compile. */
const GTEST = `#pragma once
#include <cstdio>
inline int failures = 0;
struct Run { template <class F> Run(const char *name, F body) { std::puts(name); body(); } };
#define TEST(suite, name) void suite##name(); static Run run##suite##name(#name, suite##name); void suite##name()
#define EXPECT_EQ(a, b) do { if (!((a) == (b))) { std::printf("line %d: %s\\n", __LINE__, #a); failures++; } } while (0)
#define ASSERT_EQ(a, b) EXPECT_EQ(a, b)
`;

const root = new URL('../../', import.meta.url).pathname;
const library = `${root}build/release/libtlkv.a`;
const scratch = `${root}build/web-model`;

beforeAll(async () => {
  await init();
  mkdirSync(scratch, { recursive: true });
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const own = (...steps: string[]) =>
  checkScenario({ title: 'Free play', about: 'Calls made by hand.', pool: { blocks: 4, tokens: 2 }, steps });

describe('a scenario in a link', () => {
  test('is readable where it is made of commands only', () => {
    const link = encodeProgram(own('alloc a 2', 'write 0 1 2'));
    expect(link).toBe('v1;4x2;alloc+a+2;write+0+1+2');
    expect(decodeProgram(link)).toEqual(own('alloc a 2', 'write 0 1 2'));
  });

  test.each([...SCENARIOS])('%s comes back with every text and question', (_, scenario) => {
    const link = encodeProgram(scenario);
    expect(isProgram(link)).toBe(true);
    expect(link).toMatch(/^[\w!~*'().%;+-]+$/);
    expect(decodeProgram(link)).toEqual(scenario);
    const address = formatAddress({ view: 'pool', scenario: link, step: 3 });
    expect(parseAddress(address)).toEqual({ view: 'pool', scenario: link, step: 3 });
  });

  test('of 300 steps leads to the same pool at every step', () => {
    const lines = ['open s0 1..3'];
    for (let i = 1; i < 100; i++)
      lines.push(`open s${i} 1 2 ${i}`, `append s${i} ${i + 1}`, `close s${i - 1}`);
    const scenario = own(...lines);
    const [here, there] = [play(scenario), play(decodeProgram(encodeProgram(scenario)))];
    expect(here.steps.length).toBeGreaterThan(300);
    for (let step = 0; step <= here.steps.length; step += 37) {
      here.goTo(step);
      there.goTo(step);
      expect(there.frame).toEqual(here.frame);
    }
  });

  test.each([
    ['v2;4x2;alloc+2', /version v2; this page reads v1/],
    ['v1;4;alloc+2', /"4" is no pool size/],
    ['v1;4x2;alloc+x', /step 1: expected n/],
    ['v1;70000x2', /pool\.blocks must be an integer in 1\.\.65536/],
    ['v1;4x2;%E0%A4', /damaged/],
    ['v1;4x2;%3F%7B;alloc+1', /damaged/],
  ])('%s is refused with a reason', (link, message) => {
    expect(() => decodeProgram(link)).toThrow(ScenarioError);
    expect(() => decodeProgram(link)).toThrow(message);
  });
});

describe('completion', () => {
  const session = () => {
    const played = play(own('open a 1 2 3', 'fork a b'));
    played.goTo(played.steps.length);
    return played;
  };
  const words = (line: string) => complete(line, session()).map(({ word }) => word);

  test('offers verbs, sequences, blocks and hashes where each belongs', () => {
    expect(words('f')).toEqual(['fill', 'fork']);
    expect(words('fork ')).toEqual(['a', 'b']);
    expect(words('unref ')).toEqual(['0', '1']);
    expect(words('unref 0 ')).toEqual(['a', 'b']);
    expect(words('lookup h')).toEqual(['h0']);
    expect(words('register ')).toEqual(['0']);
    expect(words('nonsense ')).toEqual([]);
    expect(words('toString ')).toEqual([]);
  });

  test('says what each word stands for, and gives the whole line', () => {
    expect(complete('lookup h', session())).toEqual([
      { line: 'lookup h0', word: 'h0', about: '0xa91ab0c1027b9366, block 0, used' },
    ]);
    expect(complete('unref ', session())[0]?.about).toBe('shared ×2, fill 2');
  });
});

describe('as a test of the library', () => {
  const all = [...SCENARIOS].map(([name, scenario]) => ({ name, scenario, session: () => play(scenario) }));

  test.each(all)('$name passes as TypeScript', async ({ name, scenario, session }) => {
    // Inside a running test there is no place for another: its body is run at once instead.
    const source = toTypeScript(scenario, session()).replace(
      "import { expect, test } from 'vitest';",
      "import { expect } from 'vitest';\nexport const ran: Promise<void>[] = [];\nconst test = (_: string, body: () => Promise<void>) => ran.push(body());",
    );
    const file = `${scratch}/${name}.ts`;
    writeFileSync(file, source);
    const { ran } = (await import(file)) as { ran: Promise<void>[] };
    expect(ran).toHaveLength(1);
    await Promise.all(ran);
  });

  // Needs the library that the native part of the suite builds.
  test.skipIf(!existsSync(library))('every scenario passes as C++', () => {
    mkdirSync(`${scratch}/gtest`, { recursive: true });
    writeFileSync(`${scratch}/gtest/gtest.h`, GTEST);
    const sources = all.map(({ name, scenario, session }) => {
      const file = `${scratch}/${name}.cc`;
      writeFileSync(file, toCpp(scenario, session()));
      return `#include "${file}"\n`;
    });
    writeFileSync(`${scratch}/all.cc`, `${sources.join('')}int main() { return failures; }\n`);
    const flags = ['-std=c++20', '-Wall', '-Wextra', '-Werror', `-I${scratch}`, `-I${root}core/include`];
    execFileSync('g++', [...flags, `${scratch}/all.cc`, library, '-o', `${scratch}/all`]);
    expect(execFileSync(`${scratch}/all`, { encoding: 'utf8' }).trim().split('\n')).toHaveLength(all.length);
  });

  test('the C++ test has every call with its status, and the counts at the end', () => {
    const fork = all.find(({ name }) => name === 'worked-fork');
    if (!fork) throw new Error('no fork');
    const source = toCpp(fork.scenario, fork.session());
    expect(source).toContain('TEST(Scenario, TheWorkedFork) {');
    expect(source).toContain('EXPECT_EQ(tl_kv_cow(p, 1, ids.data()), TL_OK);\n  EXPECT_EQ(ids[0], 2u);');
    expect(source).toContain('EXPECT_EQ(stats.free, 2u);\n  EXPECT_EQ(stats.used, 1u);');
  });
});

test('the picture is well-formed, and markup in a title is text', () => {
  const session = play(own('open a 1 2 3', 'close a'));
  session.goTo(6);
  const svg = toSvg(pictureOf(session.frame, (id) => session.tokensOf(id)));
  expect(svg).toMatch(/^<svg [^>]*viewBox="0 0 \d+ \d+"/);
  expect(svg.match(/<text/g)?.length).toBeGreaterThan(8);
  expect(svg).toContain('free + ');
  expect(svg).not.toMatch(/&(?!amp;|lt;|gt;)/);
});
