/** Envelopes too large to keep: written as a sparse file, with values at a few places of every block. */
import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { crc32c } from 'tlkv';

const SHAPE = { blockTokens: 16, nLayers: 32, nKvHeads: 8, headDim: 128 };
const PAYLOAD = SHAPE.nLayers * 2 * SHAPE.nKvHeads * SHAPE.blockTokens * SHAPE.headDim * 2;
export const RECORD_BYTES = 12 + PAYLOAD;

/** Full blocks of 2 MiB; the first and the last value of block i are i + 1 as an f16 bit pattern. Its length. */
export function writeLargeEnvelope(path: string, blocks: number): number {
  const length = 32 + blocks * RECORD_BYTES;
  const file = openSync(path, 'w');
  ftruncateSync(file, length);
  const header = Buffer.alloc(28);
  header.write('TLKV');
  header.writeUInt32LE(1 | (1 << 16), 4);
  [blocks, SHAPE.blockTokens, SHAPE.nLayers, SHAPE.nKvHeads, SHAPE.headDim].forEach((word, i) => {
    header.writeUInt32LE(word, 8 + i * 4);
  });
  writeSync(file, header, 0, 28, 0);
  let crc = crc32c(header);
  const record = new Uint8Array(RECORD_BYTES);
  const data = new DataView(record.buffer);
  for (let i = 0; i < blocks; i++) {
    data.setBigUint64(0, BigInt(i) + 0xa000_0000_0000_0001n, true);
    data.setUint32(8, SHAPE.blockTokens, true);
    data.setUint16(12, i + 1, true);
    data.setUint16(RECORD_BYTES - 2, i + 1, true);
    const at = 28 + i * RECORD_BYTES;
    writeSync(file, record, 0, 14, at);
    writeSync(file, record, RECORD_BYTES - 2, 2, at + RECORD_BYTES - 2);
    crc = crc32c(record, crc);
  }
  const end = Buffer.alloc(4);
  end.writeUInt32LE(crc);
  writeSync(file, end, 0, 4, length - 4);
  closeSync(file);
  return length;
}
