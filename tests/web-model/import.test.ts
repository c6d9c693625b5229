import { readFileSync } from 'node:fs';
import { init } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { CommandError, parseCommand } from '../../web/src/model/command.ts';
import { envelopeOf, nameEnvelope } from '../../web/src/model/envelopes.ts';
import { bringsLargeEnvelope, toCpp, toTypeScript } from '../../web/src/model/export_code.ts';
import { formatSize, type PoolSize, parseSize, wrongSize } from '../../web/src/model/pool_size.ts';
import { decodeProgram, encodeProgram } from '../../web/src/model/program_link.ts';
import { checkScenario, play, ScenarioError } from '../../web/src/model/scenario.ts';
import { Session } from '../../web/src/model/session.ts';

beforeAll(() => init());

const fixture = (path: string) =>
  new Uint8Array(readFileSync(new URL(`../../fixtures/${path}`, import.meta.url)));

function run(size: PoolSize, ...lines: string[]): Session {
  const session = new Session(size);
  for (const line of lines) session.record(parseCommand(line));
  return session;
}

const WORKED: PoolSize = { blocks: 4, tokens: 2, layers: 1, heads: 1, dim: 2 };

describe('an envelope that is brought along', () => {
  const name = () => nameEnvelope(fixture('golden/worked-example.tlkv'));

  test('is imported into the real pool, registered, and found again', () => {
    const session = run(WORKED, `import x ${name()}`, 'close x', 'lookup h0 y');
    expect(session.hashes).toEqual([0xa91ab0c1027b9366n]);
    expect(session.steps.map(({ outcome }) => outcome.status)).toEqual(['TL_OK', 'TL_OK', 'TL_OK']);
    expect(session.frame.after.tables).toEqual(new Map([['y', [0]]]));
    expect(session.frame.balance).toMatchObject({ free: 3, used: 1, cached: 0, violations: [] });
  });

  test('shows ? for tokens that its values do not spell, and goes on from the name of the block before', () => {
    const session = run(WORKED, `import x ${name()}`, 'append x 5 6');
    expect(session.tokensOf(0)).toEqual([undefined, undefined]);
    expect(session.tokensOf(1)).toEqual([5, 6]);
    expect(session.steps.at(-1)?.short).toBe('register(1, h1)');
    expect(session.steps.at(-1)?.outcome.status).toBe('TL_OK');
  });

  test('of another shape is refused by R7, and nothing changes', () => {
    const session = run({ blocks: 4, tokens: 4 }, `import x ${name()}`);
    expect(session.steps[0]?.outcome).toMatchObject({ status: 'TL_ESHAPE', ids: [] });
    expect(session.steps[0]?.outcome.message).toContain('R7');
    expect(session.frame.changes).toEqual([]);
    expect(session.frame.balance.free).toBe(4);
  });

  test.each([
    'bad/R6-crc-zero.tlkv',
    'bad/R8-n-tokens-0.tlkv',
    'bad/R1-27-bytes.tlkv',
    'bad/R1-no-bytes.tlkv',
  ])('%s is refused', (path) => {
    const session = run(WORKED, `import x ${nameEnvelope(fixture(path))}`);
    expect(session.steps[0]?.outcome.status).toBe('TL_EFORMAT');
    expect(session.frame.balance.free).toBe(4);
  });

  test('travels in a link if it is small', () => {
    const scenario = checkScenario({ title: 't', about: 'a', pool: WORKED, steps: [`import x ${name()}`] });
    const again = decodeProgram(encodeProgram(scenario));
    expect(again).toEqual(scenario);
    const session = play(again);
    session.goTo(1);
    expect(session.frame.after.tables.get('x')).toEqual([0]);
  });

  test('stands in a test of the library if it is small', () => {
    const scenario = checkScenario({ title: 't', about: 'a', pool: WORKED, steps: [`import x ${name()}`] });
    const session = play(scenario);
    expect(bringsLargeEnvelope(session)).toBe(false);
    expect(toTypeScript(scenario, session)).toMatch(
      /envelope = Uint8Array\.of\(84, 76, 75, 86, .*\);\n {2}expect\(p\.importBlocks\(envelope\)\)/,
    );
    expect(toCpp(scenario, session)).toContain('envelope = {84, 76, 75, 86,');
    const large = nameEnvelope(new Uint8Array(5000));
    expect(bringsLargeEnvelope(run(WORKED, `import x ${large}`))).toBe(true);
  });

  test('is asked for again if it is too large for a link', () => {
    const absent = `import x crc-0badcafe-5000`;
    const scenario = checkScenario({ title: 't', about: 'a', pool: WORKED, steps: [absent] });
    expect(() => play(scenario)).toThrow(ScenarioError);
    expect(() => play(scenario)).toThrow('CRC-32C 0badcafe (5000 bytes) is not on this page');
    const large = new Uint8Array(5000).fill(7);
    expect(nameEnvelope(large)).toMatch(/^crc-[0-9a-f]{8}-5000$/);
    expect(envelopeOf(nameEnvelope(large))).toBe(large);
    expect(() => run(WORKED, 'import x bytes-!')).toThrow(CommandError);
  });
});

describe('a pool of any shape', () => {
  test.each([
    [{ blocks: 2, tokens: 2, layers: 1, heads: 1, dim: 1 }, 2047],
    [{ blocks: 2, tokens: 2, layers: 2, heads: 1, dim: 1 }, 4194303],
    [{ blocks: 2, tokens: 2, layers: 1, heads: 3, dim: 1 }, 4294967295],
    [{ blocks: 2, tokens: 2, layers: 2, heads: 1, dim: 2 }, 4294967295],
    [{ blocks: 2, tokens: 2, layers: 3, heads: 2, dim: 64 }, 4294967295],
  ])('%j holds tokens up to %i', (size, limit) => {
    const session = run(size, 'alloc a 1', `write 0 ${limit} 0`);
    expect(session.tokensOf(0)).toEqual([limit, 0]);
    const beyond = () => session.record(parseCommand(`open b ${limit + 1}`));
    if (limit < 4294967295) expect(beyond).toThrow(`spell tokens up to ${limit}, not ${limit + 1}`);
    session.record(parseCommand('export a'));
    session.record(parseCommand('import c'));
    expect(session.tokensOf(1)).toEqual([limit, 0]);
  });

  test('is written into an address only where it is said', () => {
    expect(formatSize({ blocks: 3, tokens: 2 })).toBe('3x2');
    const shaped = { blocks: 3, tokens: 2, layers: 2, heads: 8, dim: 128 };
    expect(formatSize(shaped)).toBe('3x2x2x8x128');
    expect(parseSize('3x2x2x8x128')).toEqual(shaped);
    expect(parseSize('3x2x2')).toBeUndefined();
  });

  test.each([
    [{ blocks: 0, tokens: 2 }, /^blocks must be an integer in 1\.\.65536/],
    [{ blocks: 2, tokens: 2.5 }, /^tokens must/],
    [{ blocks: 2, tokens: 2, dim: 0 }, /^dim must/],
    [{ blocks: 65536, tokens: 256, layers: 256, heads: 256, dim: 1024 }, /more than the page plays with/],
  ])('%j is refused', (size, why) => expect(wrongSize(size)).toMatch(why));
});
