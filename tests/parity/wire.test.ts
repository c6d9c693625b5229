// kv.wire.v1: the same sequences must become the same bytes everywhere, also after an import.

import { blockHash, init, KvPool } from 'tlkv';
import { beforeAll, describe, expect, test } from 'vitest';
import { writeEnvelope } from '../reference/envelope';
import { blocksOf, type WireCase, wireCases } from '../reference/files';
import { askNative, toHex } from './native';

beforeAll(() => init());

/** Fills blocks of one pool with a sequence, and sends them through a second pool. */
function throughPools({ B, L, H, D, tokens, values }: WireCase['input']) {
  const shape = { blockTokens: B, nLayers: L, nKvHeads: H, headDim: D };
  const nBlocks = Math.ceil(tokens.length / B);
  using first = new KvPool({ nBlocks, ...shape });
  using second = new KvPool({ nBlocks, ...shape });
  const ids = first.alloc(nBlocks);
  let hash = 0n;
  for (const [i, id] of ids.entries()) {
    const fill = Math.min(B, tokens.length - i * B);
    for (let layer = 0; layer < L; layer++) {
      for (const [isV, kv] of (['k', 'v'] as const).entries()) {
        const slab = new Uint16Array(H * B * D);
        for (let head = 0; head < H; head++) {
          for (let position = 0; position < fill; position++) {
            const from = ((((i * B + position) * L + layer) * 2 + isV) * H + head) * D;
            slab.set(values.slice(from, from + D), (head * B + position) * D);
          }
        }
        first.writeBlock(id, layer, kv, slab);
      }
    }
    first.setFill(id, fill);
    if (fill === B) {
      hash = blockHash(hash, tokens.slice(i * B, i * B + B));
      first.register(id, hash);
    }
  }
  const exported = first.exportBlocks(ids);
  const again = second.exportBlocks(second.importBlocks(exported));
  return { exported, again };
}

describe('kv.wire.v1', () => {
  test.each(wireCases)('$name from the reference', ({ input, output }) => {
    const { shape, blocks } = blocksOf(input);
    expect(toHex(writeEnvelope(shape, blocks))).toBe(output.hex);
  });

  test.each(wireCases)('$name from the WebAssembly pool', ({ input, output }) => {
    const { exported, again } = throughPools(input);
    expect(toHex(exported)).toBe(output.hex);
    expect(toHex(again)).toBe(output.hex);
  });

  test.each(wireCases)('$name from the native pool', ({ input, output }) => {
    const { B, L, H, D, tokens, values } = input;
    const [answer] = askNative([['wire', B, L, H, D, tokens.length, ...tokens, ...values].join(' ')]);
    expect(answer).toEqual([output.hex, output.hex]);
  });
});
