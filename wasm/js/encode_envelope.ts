import { integer, record, show, u16s, u64 } from './check.ts';
import { checkShape, type EnvelopeShape, envelopeBytes, payloadBytes, shapeWords } from './envelope_shape.ts';
import { TlkvError } from './errors.ts';
import { memory, module, needInit } from './runtime.ts';

/** What an envelope is made of. */
export interface EnvelopeContents extends EnvelopeShape {
  readonly blocks: readonly {
    /** 0n, or left out: not registered. Only a full block may have one. */
    readonly hash?: bigint | undefined;
    /** The fill, 1 to blockTokens. */
    readonly nTokens: number;
    /** f16 bits, [L][2][H][B][D], K before V. Positions at or past nTokens are written as zeros. */
    readonly payload: Uint16Array;
  }[];
}

const LIMIT = 2 ** 31;

/** Writes an envelope. TL_ENOMEM for one of 2 GiB or more, or when memory is out. */
export function encodeEnvelope(contents: EnvelopeContents): Uint8Array {
  const call = 'encodeEnvelope';
  const shape = checkShape(contents, call, 'contents');
  const { blocks } = contents;
  if (!Array.isArray(blocks)) throw new TypeError(`${call}: blocks must be an array, got ${show(blocks)}`);
  const size = envelopeBytes(shape, blocks.length);
  if (size >= LIMIT) {
    throw new TlkvError('TL_ENOMEM', `${call}: an envelope of ${size} bytes; the limit is below ${LIMIT}`);
  }
  const perPayload = Number(payloadBytes(shape));
  needInit(call);
  const checked = blocks.map((block, i) => {
    const { hash, nTokens, payload } = checkBlock(block, shape, perPayload / 2, call, `blocks[${i}]`);
    return { hash, nTokens, payload: memory.keep(payload) };
  });

  const total = Number(size);
  const words = memory.alloc(shapeWords(shape).length * 4, call);
  let payload = 0;
  let begin = 0;
  try {
    memory.u32.set(shapeWords(shape), words >>> 2);
    payload = memory.alloc(Math.max(perPayload, 1), call);
    begin = memory.alloc(total, call);
    module.envelopeStart(words, blocks.length, begin, total);
    for (const block of checked) {
      memory.u16.set(block.payload, payload >>> 1);
      module.envelopeRecord(block.hash, block.nTokens, payload);
    }
    module.envelopeSeal();
    return memory.u8.slice(begin, begin + total);
  } finally {
    if (begin !== 0) memory.free(begin);
    if (payload !== 0) memory.free(payload);
    memory.free(words);
  }
}

function checkBlock(
  block: EnvelopeContents['blocks'][number],
  { blockTokens }: EnvelopeShape,
  payloadLength: number,
  call: string,
  name: string,
) {
  record(block, call, name);
  const hash = u64(block.hash ?? 0n, call, `${name}.hash`);
  const nTokens = integer(block.nTokens, call, `${name}.nTokens`, 1, blockTokens);
  const payload = u16s(block.payload, call, `${name}.payload`);
  if (payload.length !== payloadLength) {
    throw new RangeError(
      `${call}: ${name}.payload must have ${payloadLength} elements, got ${payload.length}`,
    );
  }
  if (hash !== 0n && nTokens !== blockTokens) {
    throw new RangeError(
      `${call}: ${name} has a hash, so it must be full: nTokens ${nTokens} of ${blockTokens}`,
    );
  }
  return { hash, nTokens, payload };
}
