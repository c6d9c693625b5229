/**
 * The keys or the values of one block in one layer, in place: row-major [H][B][D] f16 bits. Whoever writes
 * holds the block alone (`KvPool.cow`) and leaves a registered block as it is.
 */
export class BlockView {
  readonly #make: () => Uint16Array<ArrayBuffer>;
  #array: Uint16Array<ArrayBuffer>;

  /** @internal */
  constructor(make: () => Uint16Array<ArrayBuffer>) {
    this.#make = make;
    this.#array = make();
  }

  /**
   * The live elements. Growth of WebAssembly memory detaches an array, which then has length 0; reading this
   * property makes it anew, so keep the view and not the array. A TlkvError once the pool is disposed.
   */
  get array(): Uint16Array<ArrayBuffer> {
    this.#array = this.#make();
    return this.#array;
  }
}
