/** The bytes of a blob of any size, in order and in little memory. */

/** What is asked for at once. */
export const PIECE_BYTES = 1024 * 1024;

/**
 * Pieces of up to PIECE_BYTES; each is valid until the next is asked for. The stream fills one buffer again and
 * again, as the browser reads on meanwhile: that is faster than slices, and leaves next to no garbage. Where a
 * browser's streams cannot, slices are read.
 */
export async function* blobPieces(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = byteReader(blob);
  yield* reader ? streamed(reader) : sliced(blob);
}

type ByteReader = ReadableStreamBYOBReader;

function byteReader(blob: Blob): ByteReader | undefined {
  try {
    return blob.stream().getReader({ mode: 'byob' });
  } catch {
    return undefined;
  }
}

async function* streamed(reader: ByteReader): AsyncGenerator<Uint8Array> {
  let buffer = new ArrayBuffer(PIECE_BYTES);
  try {
    for (;;) {
      // A whole buffer at once: each read costs some garbage, however little it brings.
      const { value, done } = await reader.read(new Uint8Array(buffer), { min: PIECE_BYTES });
      if (value && value.byteLength > 0) yield value;
      if (done || !value) return;
      buffer = value.buffer as ArrayBuffer;
    }
  } finally {
    // Whoever stops taking stops the reading.
    void reader.cancel().catch(() => {});
  }
}

async function* sliced(blob: Blob): AsyncGenerator<Uint8Array> {
  const read = (at: number) => {
    const slice = blob.slice(at, Math.min(at + PIECE_BYTES, blob.size)).arrayBuffer();
    slice.catch(() => {});
    return slice;
  };
  let coming = read(0);
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const slice = await coming;
    if (at + PIECE_BYTES < blob.size) coming = read(at + PIECE_BYTES);
    yield new Uint8Array(slice);
  }
}
