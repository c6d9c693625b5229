/** Blocks of an envelope as an envelope of their own: slices of the file between a header and a CRC. */
import { crc32c } from 'tlkv';
import { type ByteMap, HEADER_BYTES } from './byte_map.ts';

const SLICE_BYTES = 4 * 1024 * 1024;

/** `blocks` are record numbers that lie wholly in the file, in the order wanted. Reads each once, for the CRC. */
export async function exportBlocks(blob: Blob, map: ByteMap, blocks: readonly number[]): Promise<Blob> {
  if (!map.shape) throw new Error('exportBlocks: the file has no header');
  const { blockTokens, nLayers, nKvHeads, headDim } = map.shape;
  const header = new Uint8Array(HEADER_BYTES);
  const data = new DataView(header.buffer);
  header.set([0x54, 0x4c, 0x4b, 0x56, 1, 0, 1, 0]);
  [blocks.length, blockTokens, nLayers, nKvHeads, headDim].forEach((word, i) => {
    data.setUint32(8 + i * 4, word, true);
  });
  const body = new Blob([
    header,
    ...runs(blocks).map(([from, to]) => blob.slice(map.recordOffset(from), map.recordOffset(to))),
  ]);
  let crc = 0;
  for (let at = 0; at < body.size; at += SLICE_BYTES)
    crc = crc32c(await body.slice(at, at + SLICE_BYTES).arrayBuffer(), crc);
  const end = new Uint8Array(4);
  new DataView(end.buffer).setUint32(0, crc, true);
  return new Blob([body, end], { type: 'application/octet-stream' });
}

/** Consecutive numbers as [from, to). */
function runs(blocks: readonly number[]): [number, number][] {
  const list: [number, number][] = [];
  for (const block of blocks) {
    const last = list.at(-1);
    if (last && last[1] === block) last[1]++;
    else list.push([block, block + 1]);
  }
  return list;
}
