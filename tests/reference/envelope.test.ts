import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { crc32c } from './crc32c';
import { writeEnvelope } from './envelope';
import {
  blocksOf,
  type Expected,
  envelopeFiles,
  expected,
  largeEnvelope,
  readFixture,
  wireCases,
} from './files';
import { mutants } from './mutate';
import { readEnvelope } from './read';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const hex32 = (x: number) => `0x${x.toString(16).padStart(8, '0')}`;
const hex64 = (x: bigint) => `0x${x.toString(16).padStart(16, '0')}`;

const worked = readFixture('golden/worked-example.tlkv');

describe('golden envelopes', () => {
  test.each(wireCases)('$name: the writer gives the very bytes', ({ name, input, output }) => {
    const { shape, blocks } = blocksOf(input);
    const bytes = writeEnvelope(shape, blocks);
    expect(hex(bytes)).toBe(output.hex);
    expect(hex(readFixture(`golden/${name}.tlkv`))).toBe(output.hex);
  });

  test.each(wireCases)('$name: read and written again it is the same', ({ input, output }) => {
    const { shape, blocks } = blocksOf(input);
    const reading = readEnvelope(Buffer.from(output.hex, 'hex'), shape);
    expect(reading.findings).toEqual([]);
    expect(reading.warnings).toEqual([]);
    expect(reading.blocks.map(({ offset, ...block }) => block)).toEqual(blocks);
    expect(hex(writeEnvelope(shape, reading.blocks))).toBe(output.hex);
  });
});

describe('fixtures', () => {
  test('every file has its answer, every answer its file', () => {
    expect(expected.map((entry) => entry.file).sort()).toEqual(envelopeFiles());
  });

  test.each(expected)('$file', (entry) => {
    const bytes = readFixture(entry.file);
    const reading = readEnvelope(bytes, entry.pool);
    const answer: Omit<Expected, 'file' | 'pool'> = {
      bytes: bytes.length,
      accepted: reading.accepted,
      rule: reading.rule ?? null,
      status: reading.status,
      findings: reading.findings,
      warnings: reading.warnings,
      header: reading.header ?? null,
      crc: reading.crc ? { stored: hex32(reading.crc.stored), computed: hex32(reading.crc.computed) } : null,
      expectedBytes: reading.expectedBytes === undefined ? null : `${reading.expectedBytes}`,
      blocks: reading.blocks.map(({ offset, hash, nTokens }) => ({ offset, hash: hex64(hash), nTokens })),
    };
    const { file, pool, ...written } = entry;
    expect(answer).toEqual(written);
  });

  test('a bad file is named for the rule that it breaks first, and each rule has one that breaks it alone', () => {
    const bad = expected.filter((entry) => entry.file.startsWith('bad/'));
    for (const { file, rule } of bad) expect(file).toMatch(new RegExp(`^bad/${rule}-`));
    const alone = bad.filter((entry) => entry.findings.length === 1).map((entry) => entry.rule);
    expect([...new Set(alone)].sort()).toEqual(['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9']);
  });

  test('a file of warn/ is named for its warnings and accepted', () => {
    for (const { file, accepted, warnings } of expected.filter((entry) => entry.file.startsWith('warn/'))) {
      expect(accepted).toBe(true);
      const given = [...new Set(warnings.map((warning) => warning.rule))].sort();
      expect(given).toEqual([...file.matchAll(/W\d/g)].map(String));
    }
  });

  test('make-fixtures.mjs writes good/, warn/ and bad/ as they are', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tlkv-fixtures-'));
    try {
      execFileSync(process.execPath, [resolve(import.meta.dirname, 'make-fixtures.mjs'), directory]);
      const made = readdirSync(directory, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.tlkv'))
        .sort();
      expect(made).toEqual(envelopeFiles().filter((name) => !name.startsWith('golden/')));
      for (const name of made) {
        expect(hex(readFileSync(join(directory, name))), name).toBe(hex(readFixture(name)));
      }
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
});

describe('damage to the worked example', () => {
  test('each of the 480 flipped bits is refused', () => {
    for (let bit = 0; bit < 480; bit++) {
      const bytes = worked.map((byte, i) => (i === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      expect(readEnvelope(bytes).status, `bit ${bit}`).toBe('TL_EFORMAT');
    }
  });

  test('each shorter length is refused, below 32 bytes by R1, then by R5', () => {
    for (let length = 0; length < 60; length++) {
      expect(readEnvelope(worked.subarray(0, length)).rule).toBe(length < 32 ? 'R1' : 'R5');
    }
  });
});

test('an envelope of 1 MiB', () => {
  const bytes = largeEnvelope();
  expect(bytes).toHaveLength(1_048_704);
  expect(hex(bytes.subarray(0x20020, 0x20034))).toBe('3d3d3d3d3d3d3d3d000000000000000010000000');
  expect(hex(bytes.subarray(-4))).toBe('c0739596');
  expect(readEnvelope(bytes).blocks.map((block) => block.offset.toString(16))).toEqual(
    '1c 20028 40034 60040 8004c a0058 c0064 e0070'.split(' '),
  );
});

test('mutants are the same everywhere and break every rule', () => {
  const originals = envelopeFiles()
    .filter((name) => /golden|good|warn/.test(name))
    .map(readFixture);
  const pool = { blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 };
  const first: Record<string, number> = {};
  let crc = 0;
  for (const bytes of mutants(originals, 10_000, 1)) {
    crc = crc32c(bytes, crc);
    const rule = readEnvelope(bytes, pool).rule ?? 'accepted';
    first[rule] = (first[rule] ?? 0) + 1;
  }
  expect(hex32(crc)).toBe('0xf7d98c53');
  for (const rule of ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R8', 'R9', 'accepted']) {
    expect(first[rule] ?? 0, `${rule} in ${JSON.stringify(first)}`).toBeGreaterThan(50);
  }
});
