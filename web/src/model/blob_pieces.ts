/** The bytes of a blob of any size, in order and in little memory. */

/** What is asked for at once. */
export const PIECE_BYTES = 1024 * 1024;

/**
 * Pieces of up to PIECE_BYTES; each is valid until the next is asked for. The stream fills two buffers in turn,
 * which is faster than slices and leaves no garbage. Where a browser's streams cannot, slices are read.
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
  const fill = (buffer: ArrayBuffer) => {
    const filled = reader.read(new Uint8Array(buffer));
    // Awaited one piece later; a failure meanwhile must not count as unheard.
    filled.catch(() => {});
    return filled;
  };
  try {
    let coming = fill(new ArrayBuffer(PIECE_BYTES));
    let after = fill(new ArrayBuffer(PIECE_BYTES));
    for (;;) {
      const { value, done } = await coming;
      if (done || !value) return;
      yield value;
      coming = after;
      after = fill(value.buffer as ArrayBuffer);
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
