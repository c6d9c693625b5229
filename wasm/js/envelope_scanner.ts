import { bytes, integer } from './check.ts';
import { type EnvelopeReport, readReport } from './envelope_report.ts';
import { checkShape, type EnvelopeShape, shapeWords } from './envelope_shape.ts';
import { TlkvError } from './errors.ts';
import { unwatch, watch } from './leaks.ts';
import { check, memory, module, needInit } from './runtime.ts';

const CHUNK_BYTES = 64 * 1024;

/**
 * Explains an envelope while it streams by, in pieces of any size, with little memory however large it is:
 * `push` every piece, then `finish` for the report. `decodeEnvelope` does it for bytes at hand.
 */
export class EnvelopeScanner {
  readonly #totalBytes: number;
  #scanner: number;
  #pushed = 0;

  /** For an envelope of totalBytes. With a pool's dimensions, rule R7 is looked at too. */
  constructor(totalBytes: number, pool?: EnvelopeShape) {
    const call = 'EnvelopeScanner';
    this.#totalBytes = integer(totalBytes, call, 'totalBytes', 0, Number.MAX_SAFE_INTEGER);
    const shape = pool === undefined ? undefined : checkShape(pool, call, 'pool');
    needInit(call);
    this.#scanner = module.scannerCreate();
    if (this.#scanner === 0) throw new TlkvError('TL_ENOMEM', `${call}: WebAssembly memory is used up`);
    if (shape !== undefined) memory.u32.set(shapeWords(shape), memory.cell >>> 2);
    watch(this, 'EnvelopeScanner');
    module.scannerStart(this.#scanner, totalBytes, shape === undefined ? 0 : memory.cell);
  }

  /** The next bytes. TL_EINVAL for more than totalBytes in all. */
  push(data: ArrayBufferView | ArrayBufferLike): void {
    const call = 'EnvelopeScanner.push';
    const input = memory.keep(bytes(data, call, 'data'));
    const scanner = this.#open(call);
    const left = this.#totalBytes - this.#pushed;
    if (input.length > left) {
      const message = `${call}: ${input.length} bytes, but of ${this.#totalBytes} only ${left} are left`;
      throw new TlkvError('TL_EINVAL', message);
    }
    const chunk = memory.borrow(CHUNK_BYTES, call);
    try {
      for (let at = 0; at < input.length; at += CHUNK_BYTES) {
        const part = input.subarray(at, at + CHUNK_BYTES);
        memory.u8.set(part, chunk);
        check(module.scannerPush(scanner, chunk, part.length), call);
        this.#pushed += part.length;
      }
    } catch (error) {
      this.dispose(); // out of memory in the middle: it can't go on
      throw error;
    } finally {
      memory.release(chunk);
    }
  }

  /**
   * What is known before the end: rules R1 to R5 as soon as 28 bytes are in, findings of the blocks that have
   * passed, in `crc.computed` the CRC so far (`crc.stored` is 0 until its bytes come). `accepted` says that no
   * rule is broken yet.
   */
  soFar(): EnvelopeReport {
    return readReport(this.#open('EnvelopeScanner.soFar'), this.#totalBytes);
  }

  /** The report; ends the scanner. TL_EINVAL while bytes are missing. */
  finish(): EnvelopeReport {
    const call = 'EnvelopeScanner.finish';
    const scanner = this.#open(call);
    check(module.scannerFinish(scanner), call);
    const report = readReport(scanner, this.#totalBytes);
    this.dispose();
    return report;
  }

  /** Ends the scanner early. More than once, or after `finish`, is harmless. */
  dispose(): void {
    const scanner = this.#scanner;
    this.#scanner = 0;
    module.scannerDestroy(scanner);
    unwatch(this);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  #open(call: string): number {
    if (this.#scanner === 0) throw new TlkvError('TL_EINVAL', `${call}: this scanner has ended`);
    return this.#scanner;
  }
}
