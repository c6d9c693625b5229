import {
  crc32c,
  decodeEnvelope,
  type EnvelopeReport,
  EnvelopeScanner,
  encodeEnvelope,
  formatHash,
  init,
  KvPool,
  type TlkvError,
} from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeEnvelope } from '../reference/envelope';
import { blocksOf, type Expected, expected, readFixture, wireCases } from '../reference/files';
import { caught, H0, hex, refused, SMALL, smallPool } from './support/pools';

beforeAll(() => init());

const worked = readFixture('golden/worked-example.tlkv');
const hex32 = (x: number) => `0x${x.toString(16).padStart(8, '0')}`;

/** A pool with room for an envelope of this header, where there can be one. */
function poolFor({ pool, header }: Expected): KvPool {
  const { blockTokens, nLayers, nKvHeads, headDim } = pool ?? header ?? SMALL;
  const config = { nBlocks: 8, blockTokens, nLayers, nKvHeads, headDim };
  const possible = Object.values(config).every((n) => n > 0) && KvPool.bytesFor(config) < 2 ** 24;
  return possible ? new KvPool(config) : smallPool(8);
}

describe('kv.wire.v1', () => {
  test.each(wireCases)('$name: pool, export, import, export', ({ input, output }) => {
    const { shape, blocks } = blocksOf(input);
    using pool = new KvPool({ nBlocks: blocks.length, ...shape });
    using other = new KvPool({ nBlocks: blocks.length, ...shape });
    const slab = (pool.blockBytes / shape.nLayers / 4) as number;
    const ids = pool.alloc(blocks.length);
    blocks.forEach((block, i) => {
      const id = ids[i] as number;
      for (let part = 0; part < shape.nLayers * 2; part++) {
        const bits = block.payload.subarray(part * slab, (part + 1) * slab);
        pool.writeBlock(id, part >> 1, part % 2 === 0 ? 'k' : 'v', bits);
      }
      pool.setFill(id, block.nTokens);
      if (block.hash !== 0n) pool.register(id, block.hash);
    });
    const envelope = pool.exportBlocks(ids);
    expect(hex(envelope)).toBe(output.hex);
    expect(hex(other.exportBlocks(other.importBlocks(envelope)))).toBe(output.hex);
    expect(hex(encodeEnvelope({ ...shape, blocks }))).toBe(output.hex);
  });
});

describe('fixtures', () => {
  test.each(expected)('$file', (entry) => {
    const bytes = readFixture(entry.file);
    const envelope = decodeEnvelope(bytes, entry.pool);
    expect({
      bytes: envelope.byteLength,
      accepted: envelope.accepted,
      rule: envelope.findings[0]?.rule ?? null,
      status: envelope.status,
      findings: envelope.findings.map(({ rule, begin, end, block }) => ({ rule, begin, end, record: block })),
      warnings: envelope.warnings.map(({ rule, begin, end, block }) => ({ rule, begin, end, record: block })),
      header: envelope.header ?? null,
      crc: envelope.crc
        ? { stored: hex32(envelope.crc.stored), computed: hex32(envelope.crc.computed) }
        : null,
      expectedBytes: envelope.expectedByteLength === undefined ? null : `${envelope.expectedByteLength}`,
      blocks: Array.from({ length: envelope.blockCount }, (_, i) => {
        const { offset, hash, nTokens } = envelope.block(i);
        return { offset, hash: formatHash(hash), nTokens };
      }),
    }).toEqual({
      bytes: entry.bytes,
      accepted: entry.accepted,
      rule: entry.rule,
      status: entry.status,
      findings: entry.findings.map(({ rule, begin, end, record }) => ({ rule, begin, end, record })),
      warnings: entry.warnings.map(({ rule, begin, end, record }) => ({ rule, begin, end, record })),
      header: entry.header,
      crc: entry.crc,
      expectedBytes: entry.expectedBytes,
      blocks: entry.blocks,
    });
    for (const finding of [...envelope.findings, ...envelope.warnings]) {
      for (const words of [finding.title, finding.expected, finding.found]) expect(words).not.toBe('');
    }
  });

  test.each(expected.filter((entry) => entry.accepted))('$file comes through a pool', (entry) => {
    const bytes = readFixture(entry.file);
    using pool = poolFor(entry);
    const ids = pool.importBlocks(bytes);
    expect(ids.length).toBe(entry.blocks.length);
    expect([...ids].map((id) => pool.fill(id))).toEqual(entry.blocks.map((block) => block.nTokens));
    expect(pool.checkInvariants()).toEqual([]);
    const canonical = entry.warnings.every(({ rule }) => rule === 'W3');
    expect(hex(pool.exportBlocks(ids)) === hex(bytes)).toBe(canonical);
  });

  test.each(expected.filter((entry) => !entry.accepted))('$file is refused by a pool', (entry) => {
    using pool = poolFor(entry);
    const error = refused(pool, entry.status, () => pool.importBlocks(readFixture(entry.file)));
    const first = decodeEnvelope(readFixture(entry.file), entry.pool).findings[0];
    expect(error.message).toMatch(/^KvPool\.importBlocks: /);
    expect(error.message).toContain(first?.title);
  });

  test.each(expected)('$file is the same to a scanner in pieces', (entry) => {
    const bytes = readFixture(entry.file);
    const { bytes: _, block, payload, ...whole } = decodeEnvelope(bytes, entry.pool);
    for (const step of [1, 7, 64]) {
      const scanner = new EnvelopeScanner(bytes.length, entry.pool);
      for (let at = 0; at < bytes.length; at += step) scanner.push(bytes.subarray(at, at + step));
      const report: EnvelopeReport = scanner.finish();
      expect(report).toEqual(whole);
    }
  });
});

test('the worked example, read field by field', () => {
  const envelope = decodeEnvelope(worked);
  expect(envelope).toMatchObject({
    accepted: true,
    status: 'TL_OK',
    findings: [],
    warnings: [],
    byteLength: 60,
    expectedByteLength: 60n,
    blockBytes: 16n,
    blockCount: 1,
    crc: { stored: 0x4f0b541c, computed: 0x4f0b541c },
  });
  expect(envelope.block(0)).toEqual({
    index: 0,
    offset: 28,
    hash: H0,
    nTokens: 2,
    payloadOffset: 40,
    byteLength: 28,
  });
  expect([...envelope.payload(0)]).toEqual([15360, 16384, 16896, 17408, 14336, 48128, 0, 13312]);
  expect(() => envelope.block(1)).toThrow(RangeError);
  expect(() => envelope.payload(-1)).toThrow(RangeError);
});

test('E01: a claim of four billion blocks costs nothing', () => {
  const before = smallPool(1).block(0, 0, 'k').array.buffer.byteLength;
  for (const file of [
    'R5-four-billion-blocks',
    'R5-four-billion-blocks-one-there',
    'R5-four-billion-positions',
  ]) {
    const bytes = readFixture(`bad/${file}.tlkv`);
    const times = Array.from({ length: 20 }, () => {
      const start = performance.now();
      expect(decodeEnvelope(bytes).accepted).toBe(false);
      caught(() => smallPool(1).importBlocks(bytes));
      return performance.now() - start;
    });
    expect(Math.min(...times)).toBeLessThan(10); // the fastest: others may wait for a busy machine
  }
  expect(smallPool(1).block(0, 0, 'k').array.buffer.byteLength).toBe(before);
  const { findings } = decodeEnvelope(readFixture('bad/R5-four-billion-blocks.tlkv'));
  expect(findings[0]?.expected).toBe('9007250792251412 bytes');
  expect(findings[0]?.found).toBe('32 bytes');
});

test('E03: cut short at every length', () => {
  using pool = smallPool(2);
  for (let k = 0; k < 60; k++) {
    const cut = worked.slice(0, k);
    const error = refused(pool, 'TL_EFORMAT', () => pool.importBlocks(cut));
    expect(error.message).toMatch(k < 32 ? /too short/ : new RegExp(`60 bytes.*${k} bytes`));
    expect(decodeEnvelope(cut).status).toBe('TL_EFORMAT');
  }
});

test('every flipped bit is refused', () => {
  using pool = smallPool(2);
  for (let bit = 0; bit < 480; bit++) {
    const flipped = worked.slice();
    flipped[bit >> 3] = (flipped[bit >> 3] as number) ^ (1 << (bit & 7));
    refused(pool, 'TL_EFORMAT', () => pool.importBlocks(flipped));
    expect(decodeEnvelope(flipped).accepted).toBe(false);
  }
});

test('E07: every odd half float comes through', () => {
  const file = readFixture('warn/W3-f16-specials.tlkv');
  using pool = new KvPool({ nBlocks: 1, blockTokens: 4, nLayers: 1, nKvHeads: 1, headDim: 4 });
  const ids = pool.importBlocks(file);
  expect(hex(pool.exportBlocks(ids))).toBe(hex(file));
  expect(pool.readBlock(0, 0, 'k').subarray(0, 4)).toEqual(Uint16Array.of(0, 0x8000, 1, 0x8001));
});

describe('E11: views into a larger buffer', () => {
  const big = Buffer.alloc(8192, 0xee);
  big.set(worked, 7);
  const shared = new Uint8Array(new SharedArrayBuffer(60));
  shared.set(worked);
  const base64 = 'VExLVgEAAQABAAAAAgAAAAEAAAABAAAAAgAAAGaTewLBsBqpAgAAAAA8AEAAQgBEADgAvAAAADQcVAtP';
  test.each<[string, ArrayBufferView | ArrayBufferLike]>([
    ['a Buffer of a Buffer', big.subarray(7, 67)],
    ['a DataView', new DataView(big.buffer, big.byteOffset + 7, 60)],
    ['a small Buffer from the shared pool', Buffer.from(base64, 'base64')],
    ['a Uint8Array on shared memory', shared],
    ['shared memory', shared.buffer],
    ['an ArrayBuffer', worked.slice().buffer],
    ['a Uint16Array', new Uint16Array(worked.slice().buffer)],
  ])('%s', (_, bytes) => {
    using pool = smallPool(1);
    expect(hex(pool.exportBlocks(pool.importBlocks(bytes)))).toBe(hex(worked));
    const envelope = decodeEnvelope(bytes);
    expect(envelope.accepted).toBe(true);
    expect(envelope.payload(0)[7]).toBe(0x3400);
    const copy = envelope.payload(0);
    copy.fill(0);
    expect(hex(envelope.bytes)).toBe(hex(worked));
    expect(hex(big.subarray(6, 68))).toBe(`ee${hex(worked)}ee`);
  });

  test('the whole buffer is another matter', () => {
    refused(smallPool(1), 'TL_EFORMAT', () => smallPool(1).importBlocks(big));
    expect(decodeEnvelope(big).findings[0]?.rule).toBe('R2');
  });

  test('detached bytes are refused', () => {
    const gone = worked.slice();
    structuredClone(gone.buffer, { transfer: [gone.buffer] });
    expect(() => decodeEnvelope(gone)).toThrow(TypeError);
  });
});

describe('encodeEnvelope', () => {
  const payload = Uint16Array.of(1, 2, 3, 4, 5, 6, 7, 8);

  test('agrees with an independent writer, zeros past the fill', () => {
    const blocks = [
      { hash: 0n, nTokens: 1, payload },
      { hash: 2n ** 64n - 1n, nTokens: 2, payload },
    ];
    expect(hex(encodeEnvelope({ ...SMALL, blocks }))).toBe(hex(writeEnvelope(SMALL, blocks)));
    expect(hex(encodeEnvelope({ ...SMALL, blocks: [] }))).toBe(hex(writeEnvelope(SMALL, [])));
    const [bare] = [{ nTokens: 2, payload }];
    expect(decodeEnvelope(encodeEnvelope({ ...SMALL, blocks: [bare as never] })).block(0).hash).toBe(0n);
  });

  test.each([
    ['nTokens', { nTokens: 0, payload }],
    ['nTokens', { nTokens: 3, payload }],
    ['payload must have 8 elements, got 7', { nTokens: 1, payload: payload.subarray(1) }],
    ['has a hash, so it must be full', { hash: 1n, nTokens: 1, payload }],
  ])('refuses %s', (words, block) => {
    const error = caught(() =>
      encodeEnvelope({ ...SMALL, blocks: [{ nTokens: 1, payload }, block] }),
    ) as Error;
    expect(error).toBeInstanceOf(RangeError);
    expect(error.message).toContain('encodeEnvelope: blocks[1]');
    expect(error.message).toContain(words);
  });

  test('refuses 2 GiB and more before it takes memory', () => {
    const shape = { blockTokens: 2 ** 20, nLayers: 1, nKvHeads: 1, headDim: 2 ** 20 };
    const error = caught(() => encodeEnvelope({ ...shape, blocks: [{ nTokens: 1, payload }] })) as TlkvError;
    expect(error.code).toBe('TL_ENOMEM');
    expect(error.message).toContain('4398046511148 bytes');
  });
});

describe('EnvelopeScanner', () => {
  test('says what is known so far', () => {
    const scanner = new EnvelopeScanner(2 ** 32 + 60);
    scanner.push(worked.subarray(0, 27));
    expect(scanner.soFar()).toMatchObject({ accepted: true, findings: [], status: 'TL_OK' });
    scanner.push(worked.subarray(27, 40));
    const report = scanner.soFar();
    expect(report).toMatchObject({ accepted: false, status: 'TL_EFORMAT', expectedByteLength: 60n });
    expect(report.findings).toMatchObject([{ rule: 'R5', begin: 60, end: 2 ** 32 + 60 }]);
    expect(report.crc).toEqual({ stored: 0, computed: crc32c(worked.subarray(0, 40)) });
    scanner.dispose();
    expect(() => scanner.soFar()).toThrow(/EnvelopeScanner.soFar: this scanner has ended/);
  });

  test('too many bytes, and too few', () => {
    const scanner = new EnvelopeScanner(60);
    scanner.push(worked.subarray(0, 50));
    expect((caught(() => scanner.push(worked.subarray(0, 11))) as TlkvError).code).toBe('TL_EINVAL');
    expect((caught(() => scanner.finish()) as TlkvError).code).toBe('TL_EINVAL');
    scanner.push(worked.subarray(50));
    expect(scanner.finish().accepted).toBe(true);
  });

  test('lengths that only a stream can have', () => {
    const report = (() => {
      const scanner = new EnvelopeScanner(0);
      return scanner.finish();
    })();
    expect(report.findings.map(({ rule }) => rule)).toEqual(['R1']);
    expect(() => new EnvelopeScanner(2 ** 53)).toThrow(RangeError);
    new EnvelopeScanner(2 ** 53 - 1).dispose();
  });
});
