/** Bytes that were changed by hand, laid over a file that stays as it is. Immutable; each step can be undone. */

export interface Change {
  readonly offset: number;
  readonly before: number;
  readonly after: number;
}

export class Edits {
  static readonly NONE = new Edits([]);
  /** The bytes that differ from the file, by offset. */
  readonly bytes: ReadonlyMap<number, number>;

  private constructor(readonly steps: readonly (readonly Change[])[]) {
    const original = new Map<number, number>();
    const bytes = new Map<number, number>();
    for (const { offset, before, after } of steps.flat()) {
      if (!original.has(offset)) original.set(offset, before);
      bytes.set(offset, after);
    }
    for (const [offset, byte] of original) if (bytes.get(offset) === byte) bytes.delete(offset);
    this.bytes = bytes;
  }

  /** One more step. Changes to the same value count for nothing. */
  with(changes: readonly Change[]): Edits {
    const real = changes.filter(({ before, after }) => before !== after);
    return real.length === 0 ? this : new Edits([...this.steps, real]);
  }

  /** Without the last step. */
  undo(): Edits {
    return new Edits(this.steps.slice(0, -1));
  }

  /** Lays the changes over `bytes`, which begin at `offset` of the file. */
  applyTo(bytes: Uint8Array, offset: number): Uint8Array {
    for (const [at, byte] of this.bytes)
      if (at >= offset && at < offset + bytes.byteLength) bytes[at - offset] = byte;
    return bytes;
  }

  /** The file with the changes, put together from slices: nothing of it is read. */
  applyToBlob(blob: Blob): Blob {
    if (this.bytes.size === 0) return blob;
    const parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
    let at = 0;
    for (const [offset, byte] of [...this.bytes].sort(([a], [b]) => a - b)) {
      if (offset > at) parts.push(blob.slice(at, offset));
      parts.push(Uint8Array.of(byte));
      at = offset + 1;
    }
    parts.push(blob.slice(at));
    return new Blob(parts);
  }
}
