/** The hashes of many records, a batch at a time. */
import type { ByteMap } from './byte_map.ts';
import type { FileBytes } from './file_bytes.ts';

const BATCH = 64;
/** Records up to this size are read together with what lies between them. */
const TOGETHER_BYTES = 16 * 1024;

/** Of records 0 to count - 1, in order. */
export async function recordHashes(file: FileBytes, map: ByteMap, count: number): Promise<BigUint64Array> {
  const hashes = new BigUint64Array(count);
  for (let from = 0; from < count; from += BATCH) {
    const size = Math.min(BATCH, count - from);
    const begin = map.recordOffset(from);
    const together =
      map.recordBytes <= TOGETHER_BYTES ? await file.read(begin, begin + size * map.recordBytes) : undefined;
    const heads = Array.from({ length: size }, (_, i) => {
      const at = i * map.recordBytes;
      return together ? together.slice(at, at + 8) : file.read(begin + at, begin + at + 8);
    });
    for (const [i, head] of (await Promise.all(heads)).entries())
      hashes[from + i] = new DataView(head.buffer, head.byteOffset, 8).getBigUint64(0, true);
  }
  return hashes;
}
