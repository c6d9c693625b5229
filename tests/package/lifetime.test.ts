import {
  BlockManager,
  blockHash,
  crc32c,
  EnvelopeScanner,
  encodeEnvelope,
  init,
  KvPool,
  TlkvError,
} from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { caught, hex, SMALL, smallPool } from './support/pools';

beforeAll(() => init());

/** The size of WebAssembly memory, seen through a view into it. */
function memoryBytes(): number {
  using pool = smallPool(1);
  return pool.block(0, 0, 'k').array.buffer.byteLength;
}

describe('W01: memory grows in mid-use', () => {
  const grow = () => {
    const before = memoryBytes();
    const pool = new KvPool({ nBlocks: 1024, blockTokens: 64, nLayers: 8, nKvHeads: 2, headDim: 16 });
    expect(memoryBytes()).toBeGreaterThan(before);
    return pool;
  };

  test('a kept array has visibly length 0, the view makes it anew, and all ways to read agree', () => {
    const pool = smallPool(1);
    const [a = -1] = pool.alloc(1);
    pool.setFill(a, 2);
    pool.writeBlock(a, 0, 'k', Uint16Array.of(9, 8, 7, 6));
    pool.writeBlock(a, 0, 'v', Uint16Array.of(5, 4, 3, 2));
    const view = pool.block(a, 0, 'k');
    const kept = view.array;
    using _ = grow();
    expect(kept.length).toBe(0);
    expect([...view.array]).toEqual([9, 8, 7, 6]);
    view.array[0] = 0x3c00;
    expect([...pool.readBlock(a, 0, 'k')]).toEqual([0x3c00, 8, 7, 6]);
    expect(hex(pool.exportBlocks([a]))).toContain('003c0800070006000500040003000200');
  });

  test('an export, import and CRC that make memory grow give the right bytes', () => {
    const config = { nBlocks: 2, blockTokens: 16, nLayers: 16, nKvHeads: 8, headDim: 512 }; // P = 4 MiB
    using source = new KvPool(config);
    using target = new KvPool(config);
    const ids = source.alloc(2);
    const bits = Uint16Array.from({ length: 65536 }, (_, i) => i & 0x3fff);
    for (const id of ids) {
      source.setFill(id, 16);
      for (let layer = 0; layer < 16; layer++)
        for (const which of ['k', 'v'] as const) source.writeBlock(id, layer, which, bits);
    }
    const envelope = source.exportBlocks(ids);
    const imported = target.importBlocks(envelope);
    expect(target.readBlock(imported[1] as number, 15, 'v')).toEqual(bits);
    expect(crc32c(target.exportBlocks(imported))).toBe(crc32c(envelope));
  });
});

test('W01: a view of the memory that a call makes grow may be its argument', () => {
  const config = { nBlocks: 1, blockTokens: 4, nLayers: 1, nKvHeads: 1, headDim: 2 ** 22 }; // P = 64 MiB
  using pool = new KvPool(config);
  const [id = -1] = pool.alloc(1);
  pool.setFill(id, 4);
  for (const which of ['k', 'v'] as const) pool.block(id, 0, which).array.fill(0x3c00);
  const place = pool.block(id, 0, 'k').array;
  const tokens = new Uint32Array(place.buffer, place.byteOffset, pool.blockBytes / 4);
  const hash = blockHash(0n, tokens);
  expect(tokens.length).toBe(0); // memory did grow
  expect(hash).toBe(blockHash(0n, new Uint32Array(pool.blockBytes / 4).fill(0x3c003c00)));

  const { buffer, byteOffset } = pool.block(id, 0, 'k').array;
  const payload = new Uint16Array(buffer, byteOffset, pool.blockBytes / 2);
  const envelope = encodeEnvelope({ ...config, blocks: [{ nTokens: 4, payload }] });
  expect(payload.length).toBe(0); // memory did grow
  expect(crc32c(envelope)).toBe(crc32c(pool.exportBlocks([id])));
});

test('when memory is used up a pool is refused with the bytes it asks for, and all goes on', () => {
  const config = { nBlocks: 768, blockTokens: 16, nLayers: 32, nKvHeads: 8, headDim: 128 }; // 1.5 GiB
  using a = new KvPool(config);
  const b = new KvPool(config);
  for (let round = 0; round < 3; round++) {
    const error = caught(() => new KvPool(config)) as TlkvError;
    expect(error).toBeInstanceOf(TlkvError);
    expect(error.code).toBe('TL_ENOMEM');
    expect(error.message).toBe('KvPool: the allocator has no 1610612736 bytes');
  }
  const [last = -1] = a.alloc(768).slice(-1);
  a.block(last, 31, 'v').array.fill(0x3c00);
  b.dispose();
  using again = new KvPool(config); // where b was
  expect(again.stats().free).toBe(768);
  expect(a.readBlock(last, 31, 'v').every((bits) => bits === 0x3c00)).toBe(true);
  expect(memoryBytes()).toBeLessThan(2 ** 32);
});

describe('W03: lifetimes', () => {
  test('10,000 pools of 64 blocks of 16 KiB leave memory as large as the first did', () => {
    const config = { nBlocks: 64, blockTokens: 16, nLayers: 2, nKvHeads: 2, headDim: 64 };
    expect(KvPool.bytesFor(config)).toBe(64 * 16384);
    new KvPool(config).dispose();
    const before = memoryBytes();
    for (let i = 0; i < 10_000; i++) {
      using pool = new KvPool(config);
      pool.alloc(1);
    }
    expect(memoryBytes()).toBe(before);
  });

  test('scanners, managers and refused calls leave nothing behind', () => {
    using pool = smallPool(1);
    const round = () => {
      for (let i = 0; i < 1000; i++) {
        using manager = new BlockManager(1000, 16);
        manager.allocate(1, 15000);
        using scanner = new EnvelopeScanner(1 << 20);
        scanner.push(new Uint8Array(1 << 16));
        caught(() => pool.importBlocks(new Uint8Array(1 << 20)));
        caught(() => pool.exportBlocks(new Uint32Array(1 << 16)));
        caught(() => pool.alloc(1 << 20));
      }
    };
    round();
    const before = memoryBytes();
    round();
    expect(memoryBytes()).toBe(before);
  });

  test('dispose twice is harmless, also by using', () => {
    using pool = smallPool(1);
    pool.dispose();
    pool.dispose();
    const manager = new BlockManager(1, 1);
    manager.dispose();
    manager[Symbol.dispose]();
    const scanner = new EnvelopeScanner(0);
    scanner.finish();
    scanner.dispose();
  });

  test('a disposed pool says so in every call, and its views do', () => {
    const pool = smallPool(2);
    pool.alloc(1);
    const view = pool.block(0, 0, 'k');
    pool.dispose();
    const other = smallPool(2); // likely at the same address
    other.alloc(1);
    const calls: Record<string, () => unknown> = {
      alloc: () => pool.alloc(1),
      ref: () => pool.ref(0),
      unref: () => pool.unref(0),
      cow: () => pool.cow(0),
      setFill: () => pool.setFill(0, 1),
      fill: () => pool.fill(0),
      register: () => pool.register(0, 1n),
      lookup: () => pool.lookup(1n),
      stats: () => pool.stats(),
      readBlock: () => pool.readBlock(0, 0, 'k'),
      writeBlock: () => pool.writeBlock(0, 0, 'k', new Uint16Array(4)),
      block: () => view.array,
      exportBlocks: () => pool.exportBlocks([0]),
      importBlocks: () => pool.importBlocks(new Uint8Array(60)),
      snapshot: () => pool.snapshot(),
      checkInvariants: () => pool.checkInvariants(),
    };
    const before = other.snapshot();
    for (const [name, call] of Object.entries(calls)) {
      const error = caught(call) as TlkvError;
      expect(error).toBeInstanceOf(TlkvError);
      expect(error.message).toBe(`KvPool.${name}: this pool is disposed`);
      expect(error.code).toBe('TL_EINVAL');
    }
    expect(other.snapshot()).toEqual(before);
  });

  test('so do a disposed manager and an ended scanner', () => {
    const manager = new BlockManager(2, 2);
    manager.allocate(1, 1);
    manager.dispose();
    for (const call of [
      () => manager.allocate(2, 1),
      () => manager.appendSlot(1),
      () => manager.fork(1, 2),
      () => manager.freeSeq(1),
      () => manager.free,
      () => manager.ref,
      () => manager.tables,
      () => manager.lens,
    ]) {
      expect((caught(call) as Error).message).toMatch(/^BlockManager\.\w+: this manager is disposed$/);
    }
    const scanner = new EnvelopeScanner(0);
    scanner.finish();
    expect((caught(() => scanner.push(new Uint8Array(0))) as Error).message).toContain('has ended');
    expect((caught(() => scanner.finish()) as Error).message).toContain('has ended');
  });

  test('every refusal is an Error with a name, a message, a code and a number', () => {
    using pool = smallPool(1);
    using other = new KvPool({ nBlocks: 1, ...SMALL, headDim: 4 });
    other.setFill(other.alloc(1)[0] as number, 1);
    const shape = other.exportBlocks([0]);
    for (const [code, status, call] of [
      ['TL_EFULL', 5, () => pool.alloc(2)],
      ['TL_EINVAL', 1, () => pool.unref(0)],
      ['TL_EFORMAT', 7, () => pool.importBlocks(new Uint8Array(31))],
      ['TL_ESHAPE', 3, () => pool.importBlocks(shape)],
    ] as const) {
      const error = caught(call) as TlkvError;
      expect(error).toBeInstanceOf(Error);
      expect(error).toBeInstanceOf(TlkvError);
      expect(error).toMatchObject({ code, status });
      expect(error.message).toMatch(/^KvPool\.\w+: .*\d/);
      expect(String(error)).toMatch(/^(TlkvError|OutOfBlocksError): KvPool\./);
    }
  });
});
