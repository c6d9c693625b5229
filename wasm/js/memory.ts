import { TlkvError } from './errors.ts';
import type { TlkvModule } from './module.ts';

/** What is always at hand for arguments and results; more is allocated for the length of a call. */
const SCRATCH_BYTES = 64 * 1024;
/** Results of a few words: out parameters and small structs. */
const CELL_BYTES = 64;

/**
 * WebAssembly memory as the package uses it. Pointers are byte offsets, made unsigned. Memory may grow in any
 * call that allocates, which detaches every view made before (its length is 0 then, sooner seen than another
 * buffer): take `u8`, `u32` ... after the call, never before.
 */
export class Memory {
  readonly #module: TlkvModule;
  readonly #memory: { readonly buffer: ArrayBuffer };
  readonly #scratch: number;
  #borrowed = false;
  #u8: Uint8Array<ArrayBuffer>;
  #u16!: Uint16Array<ArrayBuffer>;
  #u32!: Uint32Array<ArrayBuffer>;
  #f32!: Float32Array<ArrayBuffer>;
  #u64!: BigUint64Array<ArrayBuffer>;

  /** Where a call puts a result of up to 64 bytes that is read before the next call. */
  readonly cell: number;

  constructor(module: TlkvModule, memory: { readonly buffer: ArrayBuffer }) {
    this.#module = module;
    this.#memory = memory;
    this.#u8 = this.#makeViews();
    this.cell = this.alloc(CELL_BYTES, 'init');
    this.#scratch = this.alloc(SCRATCH_BYTES, 'init');
  }

  get u8(): Uint8Array<ArrayBuffer> {
    if (this.#u8.length === 0) this.#u8 = this.#makeViews();
    return this.#u8;
  }

  get u16(): Uint16Array<ArrayBuffer> {
    if (this.#u8.length === 0) this.#u8 = this.#makeViews();
    return this.#u16;
  }

  get u32(): Uint32Array<ArrayBuffer> {
    if (this.#u8.length === 0) this.#u8 = this.#makeViews();
    return this.#u32;
  }

  get f32(): Float32Array<ArrayBuffer> {
    if (this.#u8.length === 0) this.#u8 = this.#makeViews();
    return this.#f32;
  }

  get u64(): BigUint64Array<ArrayBuffer> {
    if (this.#u8.length === 0) this.#u8 = this.#makeViews();
    return this.#u64;
  }

  /** Memory that lasts until `free`. TL_ENOMEM when there is none. */
  alloc(byteLength: number, call: string): number {
    const pointer = byteLength > 0xffff_ffff ? 0 : this.#module.tl_alloc(byteLength, 16) >>> 0;
    if (pointer === 0) {
      throw new TlkvError('TL_ENOMEM', `${call}: WebAssembly memory has no ${byteLength} bytes left`);
    }
    return pointer;
  }

  free(pointer: number): void {
    this.#module.tl_free(pointer);
  }

  /** Memory for the length of one call, 16-byte aligned; give it back with `release`, in `finally`. */
  borrow(byteLength: number, call: string): number {
    if (byteLength > SCRATCH_BYTES || this.#borrowed) return this.alloc(Math.max(byteLength, 1), call);
    this.#borrowed = true;
    return this.#scratch;
  }

  release(pointer: number): void {
    if (pointer === this.#scratch) this.#borrowed = false;
    else this.free(pointer);
  }

  /**
   * A caller's array for use after an allocation: a copy where it is a view of WebAssembly memory itself (as
   * `BlockView.array` is), which growth would detach.
   */
  keep<T extends Uint8Array | Uint16Array | Uint32Array | BigUint64Array>(array: T): T {
    return array.buffer === this.u8.buffer ? (array.slice() as T) : array;
  }

  /** A zero-terminated UTF-8 text. */
  text(pointer: number): string {
    return textAt(this.u8, pointer);
  }

  #makeViews(): Uint8Array<ArrayBuffer> {
    const { buffer } = this.#memory;
    this.#u16 = new Uint16Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#f32 = new Float32Array(buffer);
    this.#u64 = new BigUint64Array(buffer);
    return new Uint8Array(buffer);
  }
}

/** A zero-terminated UTF-8 text in the bytes of WebAssembly memory. */
export function textAt(bytes: Uint8Array, pointer: number): string {
  const start = pointer >>> 0;
  return new TextDecoder().decode(bytes.subarray(start, bytes.indexOf(0, start)));
}
