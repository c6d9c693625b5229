/** The command line, as a process: the cases that other tools got wrong. */
import { linkSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { init } from 'tlkv';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { envelopeOf3d, Folder } from './support/cli';

const folder = new Folder();
const worked = 'worked60.tlkv';
const specials = 'specials.tlkv';
beforeAll(async () => {
  await init();
  folder.copy('golden/worked-example.tlkv', worked);
  folder.copy('warn/W3-f16-specials.tlkv', specials);
  folder.copy('bad/R1-30-bytes.tlkv', 'half.tlkv');
  folder.copy('bad/R1-no-bytes.tlkv', 'empty.tlkv');
  folder.copy('bad/R8-n-tokens-0.tlkv', 'fill0.tlkv');
  folder.write('3d.tlkv', envelopeOf3d());
  const flipped = folder.read(worked);
  flipped[45] = (flipped[45] as number) ^ 0x10;
  folder.write('flipped.tlkv', flipped);
});
afterAll(() => folder.remove());

describe('L01: the reader closes the pipe early', () => {
  test('after the first line, 20 times', () => {
    const { out } = folder.bash(
      'set -o pipefail; for i in {1..20}; do tlkv hexdump 3d.tlkv | head -1; echo " $?"; done',
    );
    const row = '00000000: 54 4c 4b 56 01 00 01 00 08 00 00 00 10 00 00 00  TLKV............';
    expect(out).toMatch(new RegExp(`^(${row.replaceAll('.', '\\.')} .*\n (0|141)\n){20}$`));
  });

  test.each([
    'hexdump 3d.tlkv',
    `inspect --values 3d.tlkv`,
    'inspect --json --values 3d.tlkv',
    'verify 3d.tlkv',
  ])('at once, after %s', (command) => {
    const { code, out } = folder.bash(`set -o pipefail; tlkv ${command} | true`);
    expect(out).toBe('');
    expect([0, 141]).toContain(code);
  });

  test('with standard error closed', () => {
    expect(folder.bash(`tlkv verify ${worked} 2>&-`)).toEqual({ code: 0, out: `${worked}: good, 1 block\n` });
    expect(folder.bash('tlkv verify gone.tlkv 2>&-')).toEqual({ code: 3, out: '' });
    expect(folder.bash('tlkv hexdump 3d.tlkv 2>&- | head -1').out).toMatch(/^00000000: .*\n$/);
  });
});

describe('L03: standard input', () => {
  test.each([worked, specials])('a pipe, and a file, are read as bytes: %s', (name) => {
    const wanted = folder.tlkv('inspect', name).out.replace(name, '-');
    expect(wanted).toMatch(/^-: good, (60|108) bytes\n/);
    expect(folder.bash(`cat ${name} | tlkv inspect -`)).toEqual({ code: 0, out: wanted });
    expect(folder.bash(`tlkv inspect - < ${name}`)).toEqual({ code: 0, out: wanted });
    expect(folder.bash(`tlkv inspect <(cat ${name})`).out).toMatch(/: good, (60|108) bytes\n/);
  });

  test('empty, it is too short', () => {
    const { code, out } = folder.tlkv('inspect', '-');
    expect(code).toBe(1);
    expect(out).toBe(
      '-: not accepted, 0 bytes\n' +
        '  R1 The file is too short for an envelope: bytes [0, 0), expected 32 bytes or more, found 0 bytes\n',
    );
  });

  test('files whose names look otherwise', () => {
    folder.write('-', folder.read(worked));
    folder.write('-x.tlkv', folder.read(worked));
    expect(folder.tlkv('verify', './-').out).toBe('./-: good, 1 block\n');
    expect(folder.tlkv('verify', '--', '-x.tlkv').out).toBe('-x.tlkv: good, 1 block\n');
  });

  test('nothing to read is wrong usage, and does not wait', () => {
    for (const command of ['inspect', 'verify', 'hexdump', 'diff', 'pack', 'hash --block-tokens 2']) {
      const { code, err } = folder.tlkv(...command.split(' '));
      expect(code).toBe(2);
      expect(err).toMatch(/^tlkv \w+: .*(needed|given).*\n"tlkv \w+ --help" says how it is used\.\n$/);
    }
    expect(folder.tlkv().code).toBe(2);
    expect(folder.tlkv('verify', '-', '-').err).toContain('only once');
  });
});

describe('L05: exit codes and colour', () => {
  test.each([
    [worked, 0],
    ['half.tlkv', 1],
    ['empty.tlkv', 1],
    ['fill0.tlkv', 1],
    ['flipped.tlkv', 1],
    ['gone.tlkv', 3],
    ['.', 3],
  ])('%s: %i, in a file without colour', (name, code) => {
    for (const command of ['verify', 'inspect']) {
      const { code: exit, out } = folder.bash(`tlkv ${command} ${name} > log 2>&1; e=$?; cat log; exit $e`);
      expect(exit).toBe(code);
      expect(out).toContain(name);
      expect(out).not.toContain('\x1b');
    }
  });

  test('several files: each has its line, and the worst counts', () => {
    const { code, out, err } = folder.tlkv('verify', 'flipped.tlkv', 'gone.tlkv', worked);
    expect(code).toBe(3);
    expect(out).toBe(
      'flipped.tlkv: R6 The CRC-32C must be that of the bytes before it: bytes [56, 60), expected ' +
        `0x129BE975, found 0x4F0B541C\n${worked}: good, 1 block\n`,
    );
    expect(err).toBe('tlkv: gone.tlkv: no such file\n');
  });

  test('a terminal gets colour, unless it asks for none', () => {
    const verify = (env: Record<string, string>) => folder.onTerminal(env, 'verify', worked).out;
    expect(verify({ TERM: 'xterm', NO_COLOR: '' })).toBe(`${worked}: \x1b[32mgood\x1b[0m, 1 block\n`);
    expect(verify({ TERM: 'xterm', NO_COLOR: '1' })).toBe(`${worked}: good, 1 block\n`);
    expect(verify({ TERM: 'dumb', NO_COLOR: '' })).toBe(`${worked}: good, 1 block\n`);
    expect(folder.tlkvWith({ env: { TERM: 'xterm', NO_COLOR: '' } }, 'verify', worked).out).toBe(
      `${worked}: good, 1 block\n`,
    );
  });
});

test('L07: hashes in JSON are strings', () => {
  const { out } = folder.tlkv('inspect', '--json', worked);
  expect(out).toMatch(/^\{.*\}\n$/);
  const [block] = JSON.parse(out).blocks;
  expect(block).toEqual({
    index: 0,
    hash: '0xa91ab0c1027b9366',
    offset: 28,
    nTokens: 2,
    payloadOffset: 40,
    byteLength: 28,
  });
  expect(JSON.parse(out).crc).toEqual({ stored: '0x4f0b541c', computed: '0x4f0b541c' });
  folder.copy('bad/R5-four-billion-blocks.tlkv', 'many.tlkv');
  const many = folder.tlkv('inspect', '--json', 'many.tlkv');
  expect(many.code).toBe(1);
  expect(JSON.parse(many.out)).toMatchObject({ expectedByteLength: '9007250792251412', blocks: [] });
});

describe('L09: numbers, and the output among the inputs', () => {
  // Nothing is read in part, or wraps.
  const wrong = ['-1', ' 5', '+5', '010', '1e3', '12x', '', '0x', '1.5', '18446744073709551616'];
  const usage = (args: string[], message: string) => {
    const { code, out, err } = folder.tlkv(...args);
    expect([args, code, out]).toEqual([args, 2, '']);
    expect(err).toContain(message);
  };

  test('hexdump --offset and --length', () => {
    for (const text of wrong) {
      usage(['hexdump', `--offset=${text}`, worked], '--offset must be an integer in 0..9007199254740991');
    }
    for (const text of ['-1', '12x', '']) usage(['hexdump', `--length=${text}`, worked], '--length must be');
    usage(['hexdump', '--offset', '-1', worked], "Option '--offset' argument is ambiguous. Did you forget");
    expect(folder.tlkv('hexdump', '--offset', '-1', worked)).toMatchObject({ code: 2, out: '' });
    for (const text of ['4294967295', '4294967296']) {
      expect(folder.tlkv('hexdump', '--offset', text, worked)).toEqual({ code: 0, out: '', err: '' });
    }
    expect(folder.tlkv('hexdump', '--offset', '0x10', '--length', '4', worked).out).toMatch(
      /^00000010: 01 00 00 00 {36} {2}\.{4} .*n_layers\n$/,
    );
  });

  test('hash --block-tokens, --parent and tokens', () => {
    for (const text of ['0', '4294967296', '-1', '12x', '']) {
      usage(['hash', `--block-tokens=${text}`, '1'], '--block-tokens must be an integer in 1..4294967295');
    }
    const hash = (...args: string[]) => ['hash', '--block-tokens=2', ...args];
    for (const text of ['-1', '12x', '18446744073709551616']) {
      usage(hash(`--parent=${text}`, '1'), '--parent must be an integer in 0..18446744073709551615');
      usage(hash('--', '7', text), 'token 1 must be an integer in 0..4294967295');
    }
    usage(hash('1', '4294967296'), 'token 1 must be');
    expect(folder.tlkv(...hash('4294967295', '4294967295')).out).toBe('0x821e65573beff6dd\n');
    expect(folder.tlkv('hash', '--block-tokens=4294967295', '1')).toEqual({ code: 0, out: '', err: '' });
    expect(folder.tlkv(...hash('--parent=18446744073709551615', '1', '2')).code).toBe(0);
  });

  test('the output replaces an input only when it is whole', () => {
    const bytes = folder.read(worked);
    folder.write('x.tlkv', bytes);
    expect(folder.tlkv('pack', '-o', 'x.tlkv', 'x.tlkv')).toEqual({ code: 0, out: '', err: '' });
    expect(folder.read('x.tlkv')).toEqual(bytes);

    symlinkSync('x.tlkv', join(folder.path, 'soft.tlkv'));
    linkSync(join(folder.path, 'x.tlkv'), join(folder.path, 'hard.tlkv'));
    for (const name of ['soft.tlkv', 'hard.tlkv']) {
      expect(folder.tlkv('pack', '-o', name, 'x.tlkv', 'x.tlkv').code).toBe(0);
      const { out } = folder.tlkv('verify', name, 'x.tlkv', 'soft.tlkv');
      expect(out).not.toContain('R');
      folder.write('x.tlkv', bytes);
    }

    folder.write('x.tlkv', bytes);
    expect(folder.tlkv('pack', '-o', 'x.tlkv', 'x.tlkv', 'flipped.tlkv').code).toBe(1);
    expect(folder.read('x.tlkv')).toEqual(bytes);
    expect(folder.tlkv('pack', '-o', '/dev/null', 'x.tlkv').code).toBe(0);
    expect(folder.tlkv('pack', '-o', 'gone/x.tlkv', 'x.tlkv')).toEqual({
      code: 3,
      out: '',
      err: 'tlkv pack: gone/x.tlkv: no such file\n',
    });
  });

  test('binary output is the same byte for byte', () => {
    expect(folder.bytes('pack', specials)).toEqual(folder.read(specials));
    expect(folder.bytes('pack', '3d.tlkv').equals(folder.read('3d.tlkv'))).toBe(true);
    const { code, out, err } = folder.onTerminal({}, 'pack', worked);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('nothing for a terminal');
  });
});

test('E09: a file above 2 GiB is known to be too long without reading it', () => {
  folder.write('big.tlkv', folder.read(worked));
  truncateSync(join(folder.path, 'big.tlkv'), 2_200_000_000);
  const start = performance.now();
  const { code, out } = folder.tlkv('verify', 'big.tlkv');
  expect(performance.now() - start).toBeLessThan(5000);
  expect(code).toBe(1);
  expect(out).toBe(
    'big.tlkv: R5 The length must be what the header asks for: bytes [60, 2200000000), expected 60 bytes, found ' +
      '2200000000 bytes\n',
  );
});
