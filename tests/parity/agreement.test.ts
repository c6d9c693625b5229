// Three readers that must agree: the reference in TypeScript, the library as WebAssembly, the library native.
import { decodeEnvelope, init, KvPool, TlkvError } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Shape } from '../reference/envelope';
import { envelopeFiles, expected, largeEnvelope, readFixture } from '../reference/files';
import { mutants } from '../reference/mutate';
import { type Finding, type Reading, readEnvelope } from '../reference/read';
import { askNative, toHex } from './native';

const workedShape: Shape = { blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 };
const poolBlocks = 64;

interface Case {
  bytes: Uint8Array;
  /** The pool that imports it. */
  pool: Shape;
}

/** A case for the worked example's pool, or for one of the envelope's own shape where that is small. */
function caseOf(bytes: Uint8Array, ownShape: boolean): Case {
  const { header } = readEnvelope(bytes);
  const values = header && header.blockTokens * header.nLayers * header.nKvHeads * header.headDim;
  return { bytes, pool: ownShape && header && values && values < 2 ** 16 ? header : workedShape };
}

const fixtureCases: Case[] = expected.map((entry) => {
  const bytes = readFixture(entry.file);
  return entry.pool ? { bytes, pool: entry.pool } : caseOf(bytes, true);
});

function mutantCases(count: number, seed: number): Case[] {
  const originals = envelopeFiles().filter((name) => !name.startsWith('bad/'));
  return Array.from(mutants(originals.map(readFixture), count, seed), (bytes, i) =>
    caseOf(bytes, i % 2 === 0),
  );
}

const places = (list: readonly Finding[]) =>
  list.map(({ rule, begin, end, record }) => `${rule}:${begin}:${end}:${record ?? '-'}`);

/** What all three say of the bytes alone: broken rules, warnings, records, checksums. */
function scanByReference({ findings, warnings, blocks, crc }: Reading): string {
  const checksums = crc ? [crc.stored, crc.computed] : ['-', '-'];
  return [...places(findings), ...places(warnings), blocks.length, ...checksums].join(' ');
}

function scanByWasm(bytes: Uint8Array): string {
  const { findings, warnings, blockCount, crc } = decodeEnvelope(bytes);
  const withRecord = (f: (typeof findings)[number]): Finding =>
    f.block === undefined ? { rule: f.rule, begin: f.begin, end: f.end } : { ...f, record: f.block };
  const checksums = crc ? [crc.stored, crc.computed] : ['-', '-'];
  return [
    ...places(findings.map(withRecord)),
    ...places(warnings.map(withRecord)),
    blockCount,
    ...checksums,
  ].join(' ');
}

/** What all three say of an import: status, rule, free and used blocks after it, and their fills. */
function importByReference({ bytes, pool }: Case): string {
  const { accepted, status, rule, blocks } = readEnvelope(bytes, pool);
  const taken = accepted ? blocks : [];
  const fills = taken.map((block) => block.nTokens);
  return [status, rule ?? '-', poolBlocks - taken.length, taken.length, 0, ...fills].join(' ');
}

function importByWasm({ bytes, pool: shape }: Case): string {
  const { blockTokens, nLayers, nKvHeads, headDim } = shape;
  using pool = new KvPool({ nBlocks: poolBlocks, blockTokens, nLayers, nKvHeads, headDim });
  let outcome = ['TL_OK', '-'];
  let ids: Uint32Array = new Uint32Array();
  try {
    ids = pool.importBlocks(bytes);
  } catch (error) {
    if (!(error instanceof TlkvError)) throw error;
    outcome = [error.code, /rule (R\d)/.exec(error.message)?.[1] ?? '-'];
  }
  const { free, used, cached } = pool.stats();
  return [...outcome, free, used, cached, ...Array.from(ids, (id) => pool.fill(id))].join(' ');
}

/** Fails with the first few cases in which the three answers are not one. */
function expectAgreement(cases: Case[], reference: string[], wasm: string[], native: string[][]) {
  const disagreements = cases.flatMap(({ bytes }, i) => {
    const answers = { reference: reference[i], wasm: wasm[i], native: native[i]?.join(' ') };
    return new Set(Object.values(answers)).size === 1 ? [] : [{ bytes: toHex(bytes), ...answers }];
  });
  expect(disagreements.slice(0, 5)).toEqual([]);
}

function compare(cases: Case[]) {
  const pieces = [1, 3, 7, 64, 2 ** 20];
  expectAgreement(
    cases,
    cases.map(({ bytes }) => scanByReference(readEnvelope(bytes))),
    cases.map(({ bytes }) => scanByWasm(bytes)),
    askNative(cases.map(({ bytes }, i) => `scan ${pieces[i % pieces.length]} ${toHex(bytes)}`)),
  );
  expectAgreement(
    cases,
    cases.map(importByReference),
    cases.map(importByWasm),
    askNative(
      cases.map(({ bytes, pool: { blockTokens, nLayers, nKvHeads, headDim } }) =>
        ['import', blockTokens, nLayers, nKvHeads, headDim, toHex(bytes)].join(' '),
      ),
    ),
  );
}

beforeAll(() => init());

describe('the reference, WebAssembly and native agree', () => {
  test('on every fixture', () => compare(fixtureCases));

  test('on an envelope of 1 MiB', () => compare([caseOf(largeEnvelope(), true)]));

  test('on 10,000 damaged envelopes', () => compare(mutantCases(10_000, 1)));

  test('on the whole contents of what is decoded', () => {
    for (const { bytes } of fixtureCases) {
      const reading = readEnvelope(bytes);
      const envelope = decodeEnvelope(bytes);
      expect(envelope.accepted).toBe(reading.accepted);
      expect(envelope.status).toBe(reading.status);
      expect(envelope.header).toEqual(reading.header);
      if ((reading.expectedBytes ?? 0n) < 2n ** 64n) {
        expect(envelope.expectedByteLength).toBe(reading.expectedBytes);
      }
      for (const [i, { offset, hash, nTokens, payload }] of reading.blocks.entries()) {
        expect(envelope.block(i)).toMatchObject({ index: i, offset, hash, nTokens });
        expect(envelope.payload(i)).toEqual(payload);
      }
    }
  });
});
