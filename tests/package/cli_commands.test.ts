/** What each command of the command line says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'tlkv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf3d, Folder } from './support/cli';
import { root } from './support/installed';

const folder = new Folder();
beforeAll(async () => {
  await init();
  folder.copy('golden/worked-example.tlkv', 'a.tlkv');
});
afterAll(() => folder.remove());

const expected = JSON.parse(readFileSync(join(root, 'fixtures/expected.json'), 'utf8')).files as {
  file: string;
  pool?: object;
  accepted: boolean;
  findings: { rule: string; begin: number; end: number }[];
  warnings: { rule: string; begin: number; end: number }[];
  header: object | null;
  crc: object | null;
  expectedBytes: string | null;
  blocks: object[];
}[];

test('inspect and verify answer for every fixture as expected.json says', () => {
  const cases = expected.filter(({ pool }) => pool === undefined);
  const files = cases.map(({ file }) => join(root, 'fixtures', file));
  const inspected = folder.tlkv('inspect', '--json', ...files);
  const verified = folder.tlkv('verify', '--json', ...files);
  const answers = inspected.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const verdicts = verified.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect([inspected.code, inspected.err, verified.code, verified.err]).toEqual([1, '', 1, '']);
  expect(answers.length).toBe(cases.length);
  const places = (list: { rule: string; begin: number; end: number }[]) =>
    list.map(({ rule, begin, end }) => ({ rule, begin, end }));
  for (const [i, wanted] of cases.entries()) {
    const answer = answers[i];
    expect(answer.file).toBe(files[i]);
    expect(answer.accepted, wanted.file).toBe(wanted.accepted);
    expect(places(answer.findings)).toEqual(places(wanted.findings));
    expect(places(answer.warnings)).toEqual(places(wanted.warnings));
    expect(answer.header ?? null).toEqual(wanted.header);
    expect(answer.crc ?? null).toEqual(wanted.crc);
    expect(answer.expectedByteLength ?? null).toBe(wanted.expectedBytes);
    expect(answer.blocks).toMatchObject(wanted.blocks);
    expect(answer.blocks.length).toBe(wanted.blocks.length);
    expect(verdicts[i]).toMatchObject({ file: files[i], accepted: wanted.accepted });
    expect(places([verdicts[i].finding].filter(Boolean))).toEqual(places(wanted.findings.slice(0, 1)));
  }
});

test('E03: an envelope cut short at every length', () => {
  const whole = folder.read('a.tlkv');
  const names = Array.from(whole, (_, k) => `cut-${k}.tlkv`);
  for (const [k, name] of names.entries()) folder.write(name, whole.subarray(0, k));
  const { code, out } = folder.tlkv('verify', ...names);
  expect(code).toBe(1);
  expect(out.trimEnd().split('\n')).toEqual(
    names.map((name, k) =>
      k < 32
        ? expect.stringMatching(new RegExp(`^${name}: R1 .*expected 32 bytes or more, found ${k} byte`))
        : expect.stringMatching(new RegExp(`^${name}: R5 .*expected 60 bytes, found ${k} bytes$`)),
    ),
  );
});

describe('inspect', () => {
  test('says what an envelope holds', () => {
    expect(folder.tlkv('inspect', '--values', 'a.tlkv').out).toBe(`a.tlkv: good, 60 bytes
  version 1, dtype 1, 1 block of 16 bytes
  block_tokens 2, n_layers 1, n_kv_heads 1, head_dim 2
  crc 0x4f0b541c stored, 0x4f0b541c computed
  block      offset  tokens  hash
      0          28       2  0xa91ab0c1027b9366
           1 2
           3 4
           0.5 -1
           0 0.25
`);
  });

  test('E07: odd values as they are', () => {
    const file = join(root, 'fixtures/warn/W3-f16-specials.tlkv');
    const [block] = JSON.parse(folder.tlkv('inspect', '--json', '--values', file).out).blocks;
    const least = 2 ** -24;
    expect(block.values.slice(0, 6)).toEqual([0, '-0', least, -least, 1023 * least, -1023 * least]);
    expect(block.values.slice(12, 24)).toEqual([
      65504,
      -65504,
      'Infinity',
      '-Infinity',
      'NaN',
      'NaN',
      'NaN',
      'NaN',
      'NaN',
      'NaN',
      'NaN',
      0.333251953125,
    ]);
    expect(folder.tlkv('inspect', '--values', file).out).toContain('65504 -65504 Infinity -Infinity\n');
  });
});

describe('V05, V07: hexdump', () => {
  test('shows the bytes at internal borders, and where the fields are', () => {
    folder.write('3d.tlkv', envelopeOf3d());
    const rows = folder.tlkv('hexdump', '3d.tlkv').out.split('\n');
    const row = (offset: number) => rows[offset / 16] as string;
    for (const offset of [0x1fff0, 0x20000, 0xffff0]) {
      expect(row(offset)).toBe(
        `${offset.toString(16).padStart(8, '0')}:${' 3d'.repeat(16)}  ${'='.repeat(16)}`,
      );
    }
    expect(row(0x20020)).toMatch(/^00020020:( 3d){8}( 00){8} {2}={8}\.{8} +hash of block 1$/);
    expect(row(0x20030)).toMatch(/^00020030: 10 00 00 00 3d.* {2}n_tokens of block 1, payload of block 1$/);
    expect(rows.at(-2)).toMatch(/^00100070:.* c0 73 95 96 .*crc$/);
    expect(rows.length).toBe(65545);
    const starts = [0x1c, 0x20028, 0x40034, 0x60040, 0x8004c, 0xa0058, 0xc0064, 0xe0070];
    const found = rows.flatMap((line, i) => (line.includes('hash of block') ? [i * 16] : []));
    expect(found).toEqual(starts.map((start) => start & ~15));
  });

  test('its rows are those of xxd, so that the bytes can be made again', () => {
    const rows = folder.tlkv('hexdump', 'a.tlkv').out.trimEnd().split('\n');
    const bytes = rows.map((row) => /^[0-9a-f]{8}: ((?:[0-9a-f]{2} ){1,16}) /.exec(row)?.[1]);
    expect(Buffer.from(bytes.join('').replaceAll(' ', ''), 'hex')).toEqual(folder.read('a.tlkv'));
  });

  test('of no bytes it is empty', () => {
    folder.write('empty.tlkv', '');
    expect(folder.tlkv('hexdump', 'empty.tlkv')).toEqual({ code: 0, out: '', err: '' });
    expect(folder.tlkv('hexdump', '--offset', '61', 'a.tlkv')).toEqual({ code: 0, out: '', err: '' });
  });
});

test('hash: the chain of a prompt, from arguments and from standard input', () => {
  const lines = '0xa91ab0c1027b9366\n0x03df829571605c60\n';
  expect(folder.tlkv('hash', '--block-tokens', '2', '1', '2', '3', '4', '5')).toEqual({
    code: 0,
    out: lines,
    err: '',
  });
  const input = Buffer.from('1, 2\n3\t4 ,5\n');
  expect(folder.tlkvWith({ input }, 'hash', '--block-tokens', '2', '-').out).toBe(lines);
  expect(
    JSON.parse(
      folder.tlkv('hash', '--json', '--block-tokens=2', '--parent=0xa91ab0c1027b9366', '3', '4', '5').out,
    ),
  ).toEqual({ blockTokens: 2, parent: '0xa91ab0c1027b9366', hashes: ['0x03df829571605c60'], rest: 1 });
});

describe('diff', () => {
  test('says nothing of equal envelopes', () => {
    folder.write('b.tlkv', folder.read('a.tlkv'));
    expect(folder.tlkv('diff', 'a.tlkv', 'b.tlkv')).toEqual({ code: 0, out: '', err: '' });
  });

  test('names the block, the value and both of its values', () => {
    const json = JSON.parse(folder.tlkv('inspect', '--json', '--values', 'a.tlkv').out);
    json.blocks[0].values[6] = 0.75;
    json.blocks[0].hash = '0x1';
    folder.write('b.json', JSON.stringify(json));
    expect(folder.tlkv('pack', '-o', 'b.tlkv', 'b.json')).toEqual({ code: 0, out: '', err: '' });
    const { code, out } = folder.tlkv('diff', 'a.tlkv', 'b.tlkv');
    expect(code).toBe(1);
    expect(out).toMatch(
      /^block 0 hash: 0xa91ab0c1027b9366 \| 0x0000000000000001\nblock 0 values: 1 of 8 differ, first V layer 0 head 0 position 1 dim 0: 0 \| 0\.75\ncrc: 0x4f0b541c \| 0x[0-9a-f]{8}\n$/,
    );
    const report = JSON.parse(folder.tlkv('diff', '--json', 'a.tlkv', 'b.tlkv').out);
    expect(report).toMatchObject({ same: false, more: 0 });
    expect(report.differences.map(({ what }: { what: string }) => what)).toHaveLength(3);
  });

  test('tells shapes apart, and a bad file', () => {
    const golden = join(root, 'fixtures/golden/random-1.tlkv');
    expect(folder.tlkv('diff', 'a.tlkv', golden).out).toContain('blockTokens: 2 | 4\n');
    const bad = join(root, 'fixtures/bad/R6-crc-zero.tlkv');
    const { code, out } = folder.tlkv('diff', bad, bad);
    expect(code).toBe(1);
    expect(out).toMatch(/^reader: R6 .* \| R6 .*\n$/);
  });
});

describe('pack', () => {
  test('puts envelopes and JSON together', () => {
    const json = folder.tlkv('inspect', '--json', '--values', 'a.tlkv').out;
    folder.write('c.json', json);
    expect(folder.tlkv('pack', '-o', 'two.tlkv', 'a.tlkv', 'c.json').code).toBe(0);
    const { out } = folder.tlkv('inspect', '--json', 'two.tlkv');
    expect(JSON.parse(out)).toMatchObject({
      accepted: true,
      byteLength: 88,
      blockCount: 2,
      warningsCount: 1,
    });
    expect(folder.bytes('pack', 'c.json')).toEqual(folder.read('a.tlkv'));
  });

  test.each([
    ['{', 'is neither an envelope nor JSON'],
    ['null', 'JSON must be an object'],
    ['{}', 'header must be an object'],
    ['{"header":{"blockTokens":0}}', 'header.blockTokens must be an integer in 1..4294967295'],
    ['{"header":{"blockTokens":"2"}}', 'header.blockTokens must be an integer'],
    ['H,"blocks":{}}', 'blocks must be an array'],
    ['H,"blocks":[null]}', 'blocks[0] must be an object'],
    ['H,"blocks":[{"nTokens":3,"values":[]}]}', 'blocks[0].nTokens must be an integer in 1..2'],
    ['H,"blocks":[{"nTokens":2,"values":[true]}]}', 'blocks[0].values[0] must be a number'],
    ['H,"blocks":[{"nTokens":2,"values":["__proto__"]}]}', 'blocks[0].values[0] must be a number'],
    ['H,"blocks":[{"nTokens":2,"values":[1]}]}', 'blocks[0].payload must have 8 elements, got 1'],
    [
      'H,"blocks":[{"nTokens":2,"hash":"-1","values":[]}]}',
      'blocks[0].hash must be a string with an integer',
    ],
    ['H,"blocks":[{"nTokens":1,"hash":"7","values":[1,2,3,4,5,6,7,8]}]}', 'it must be full'],
  ])('refuses %s', (text, message) => {
    const header = '{"header":{"blockTokens":2,"nLayers":1,"nKvHeads":1,"headDim":2}';
    folder.write('bad.json', text.replace(/^H/, header));
    const { code, out, err } = folder.tlkv('pack', 'bad.json');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(/^tlkv pack: bad\.json: /);
    expect(err).toContain(message);
  });

  test('refuses other dimensions', () => {
    const golden = join(root, 'fixtures/golden/random-1.tlkv');
    expect(folder.tlkv('pack', 'a.tlkv', golden).err).toBe(
      `tlkv pack: ${golden}: blockTokens is 4, but 2 in a.tlkv\n`,
    );
  });
});

test('V09: names and contents that would act on a terminal are printed as text', () => {
  const name = 'a\x1b[31m\n\u202egnp\x9b.tlkv';
  folder.write(name, folder.read('a.tlkv'));
  expect(folder.tlkv('verify', name).out).toBe('a\\x1b[31m\\x0a\\u{202e}gnp\\x9b.tlkv: good, 1 block\n');
  const { out } = folder.tlkv('verify', '--json', name);
  expect(out).toContain('\\u202e');
  expect(JSON.parse(out).file).toBe(name);
  expect(folder.tlkv('verify', `gone${name}`).err).toBe(
    'tlkv: gonea\\x1b[31m\\x0a\\u{202e}gnp\\x9b.tlkv: no such file\n',
  );
  expect(folder.tlkv('\x1b]0;title\x07').err).toContain('there is no command "\\x1b]0;title\\x07"');
  expect(folder.tlkv('verify', '--\x1bx').err).not.toContain('\x1b');
  folder.write('text.tlkv', '\x1b]0;title\x07'.repeat(9));
  for (const command of ['inspect', 'hexdump', 'verify', 'pack']) {
    const { out, err } = folder.tlkv(command, 'text.tlkv');
    expect((out + err).replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  }
});

test('help and version', () => {
  const main = folder.tlkv('--help').out;
  for (const command of ['inspect', 'verify', 'hexdump', 'hash', 'diff', 'pack']) {
    expect(main).toMatch(new RegExp(`^  ${command} `, 'm'));
    const { code, out, err } = folder.tlkv(command, '--help');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`^usage: tlkv ${command} [^]*exit status: `));
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(110);
  }
  expect(folder.tlkv('help').out).toBe(main);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  expect(folder.tlkv('--version').out).toBe(`${version}\n`);
  expect(folder.tlkv('inspekt')).toMatchObject({ code: 2, out: '' });
  expect(folder.tlkv('verify', '--nope', 'a.tlkv')).toMatchObject({ code: 2, out: '' });
  expect(folder.tlkv('verify', '--json=1', 'a.tlkv')).toMatchObject({ code: 2, out: '' });
});
