/**
 * The bytes of a blob of any size, of which only the pages last looked at stand in memory. `peek` answers at
 * once, or not yet: then the pages are fetched, and `onArrival` says when to look again.
 */
export const PAGE_BYTES = 4 * 1024;
/** 8 MiB in all. */
export const PAGES_KEPT = 2048;
/** The first pages stay: the header decides how all else is read. */
const PINNED = 4;
/** Up to this many bytes can be peeked at: more would push each other out. */
export const PEEK_LIMIT = (PAGE_BYTES * PAGES_KEPT) / 4;

export class PagedBytes {
  readonly byteLength: number;
  /** Least recently used first. */
  readonly #pages = new Map<number, Uint8Array>();
  readonly #loading = new Set<number>();
  onArrival: () => void = () => {};
  /** Called when the blob cannot be read, as a file that was moved or changed on its disk. */
  onFailure: (error: Error) => void = () => {};

  constructor(readonly blob: Blob) {
    this.byteLength = blob.size;
  }

  /** The bytes [begin, end) in a new array, or undefined while they are on their way. At most PEEK_LIMIT. */
  peek(begin: number, end: number): Uint8Array | undefined {
    const to = Math.min(end, this.byteLength);
    if (to - begin > PEEK_LIMIT)
      throw new RangeError(`peek: ${to - begin} bytes, the limit is ${PEEK_LIMIT}`);
    if (to <= begin) return new Uint8Array(0);
    const first = Math.floor(begin / PAGE_BYTES);
    const last = Math.floor((to - 1) / PAGE_BYTES);
    const bytes = new Uint8Array(to - begin);
    let missing = false;
    for (let index = first; index <= last; index++) {
      const page = this.#use(index);
      if (!page) {
        missing = true;
        continue;
      }
      const offset = index * PAGE_BYTES;
      const from = Math.max(begin, offset);
      bytes.set(page.subarray(from - offset, Math.min(to, offset + PAGE_BYTES) - offset), from - begin);
    }
    if (!missing) return bytes;
    void this.#fetch(first, last);
    return undefined;
  }

  /** Puts bytes in place that are known already: they begin at a page, and are not written to any more. */
  prime(offset: number, bytes: Uint8Array): void {
    for (let at = 0; at < bytes.byteLength; at += PAGE_BYTES) {
      const page = bytes.subarray(at, at + PAGE_BYTES);
      if (page.byteLength === PAGE_BYTES || offset + at + page.byteLength === this.byteLength)
        this.#keep((offset + at) / PAGE_BYTES, page);
    }
  }

  #use(index: number): Uint8Array | undefined {
    const page = this.#pages.get(index);
    if (page) this.#keep(index, page);
    return page;
  }

  #keep(index: number, page: Uint8Array): void {
    this.#pages.delete(index);
    this.#pages.set(index, page);
    if (this.#pages.size <= PAGES_KEPT) return;
    for (const oldest of this.#pages.keys()) {
      if (oldest < PINNED) continue;
      this.#pages.delete(oldest);
      return;
    }
  }

  /** Fetches the missing pages of first to last in one read. */
  async #fetch(first: number, last: number): Promise<void> {
    const missing: number[] = [];
    for (let index = first; index <= last; index++)
      if (!this.#pages.has(index) && !this.#loading.has(index)) missing.push(index);
    if (missing.length === 0) return;
    for (const index of missing) this.#loading.add(index);
    const offset = (missing[0] as number) * PAGE_BYTES;
    const end = ((missing.at(-1) as number) + 1) * PAGE_BYTES;
    try {
      this.prime(offset, new Uint8Array(await this.blob.slice(offset, end).arrayBuffer()));
    } catch (error) {
      this.onFailure(error as Error);
      return;
    } finally {
      for (const index of missing) this.#loading.delete(index);
    }
    this.onArrival();
  }
}
