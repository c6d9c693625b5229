/** A file as the page reads it: pages of its blob, with what was edited laid over. Immutable but for the cache. */
import { Edits } from './edits.ts';
import { PagedBytes } from './paged_bytes.ts';

export class FileBytes {
  constructor(
    readonly pages: PagedBytes,
    readonly edits: Edits = Edits.NONE,
  ) {}

  static of(bytes: Uint8Array): FileBytes {
    const pages = new PagedBytes(new Blob([bytes as Uint8Array<ArrayBuffer>]));
    pages.prime(0, bytes);
    return new FileBytes(pages);
  }

  get byteLength(): number {
    return this.pages.byteLength;
  }

  /** The bytes [begin, end) as far as the file goes; undefined while they are on their way. */
  peek(begin: number, end: number): Uint8Array | undefined {
    const bytes = this.pages.peek(begin, end);
    return bytes && this.edits.applyTo(bytes, begin);
  }

  /** The same, waited for; any length that memory holds. */
  async read(begin: number, end: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(await this.pages.blob.slice(begin, end).arrayBuffer());
    return this.edits.applyTo(bytes, begin);
  }

  /** The whole, edits and all. */
  get blob(): Blob {
    return this.edits.applyToBlob(this.pages.blob);
  }

  withEdits(edits: Edits): FileBytes {
    return new FileBytes(this.pages, edits);
  }
}
