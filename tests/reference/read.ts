// A reader of the envelope that goes on after the first broken rule: formats/kv-block.md, section 4.
import { crc32c } from './crc32c';
import { envelopeBytes, payloadBytes, positionOf, type Shape } from './envelope';

/** A broken rule, or a warning: bytes [begin, end), and what stands there as plain data (fixtures/README.md). */
export interface Finding {
  rule: string;
  begin: number;
  end: number;
  record?: number;
  expected?: unknown;
  found?: unknown;
}

export interface Header extends Shape {
  version: number;
  dtype: number;
  nBlocks: number;
}

export interface Reading {
  accepted: boolean;
  status: 'TL_OK' | 'TL_EFORMAT' | 'TL_ESHAPE';
  /** The first broken rule, which is a reader's answer. */
  rule: string | undefined;
  findings: Finding[];
  warnings: Finding[];
  header: Header | undefined;
  crc: { stored: number; computed: number } | undefined;
  expectedBytes: bigint | undefined;
  /** The blocks that are there, with the offset of each record. */
  blocks: { offset: number; hash: bigint; nTokens: number; payload: Uint16Array }[];
}

/** Reads `bytes`; with `pool`, as the pool of that shape would on import. */
export function readEnvelope(bytes: Uint8Array, pool?: Shape): Reading {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const length = bytes.byteLength;
  const findings: Finding[] = [];
  const warnings: Finding[] = [];
  const broken = (rule: string, begin: number, end: number, expected: unknown, found: unknown) =>
    findings.push({ rule, begin, end, expected, found });

  if (length < 32) broken('R1', 0, length, 32, length);
  if (length >= 4) {
    const magic = hex(bytes.subarray(0, 4));
    if (magic !== '544c4b56') broken('R2', 0, 4, '544c4b56', magic);
  }
  if (length >= 6 && view.getUint16(4, true) !== 1) broken('R3', 4, 6, 1, view.getUint16(4, true));
  if (length >= 8 && view.getUint16(6, true) !== 1) broken('R4', 6, 8, 1, view.getUint16(6, true));

  const header = length >= 28 ? readHeader(view) : undefined;
  const expectedBytes = header && envelopeBytes(header, header.nBlocks);
  if (header && expectedBytes !== undefined) {
    if (payloadBytes(header) === 0n) broken('R5', 12, 28, [1, 1, 1, 1], dimensions(header));
    else if (expectedBytes > length) broken('R5', 8, 28, `${expectedBytes}`, `${length}`);
    else if (expectedBytes < length)
      broken('R5', Number(expectedBytes), length, `${expectedBytes}`, `${length}`);
  }

  const crc =
    length >= 32
      ? { stored: view.getUint32(length - 4, true), computed: crc32c(bytes.subarray(0, length - 4)) }
      : undefined;
  if (crc && crc.stored !== crc.computed) {
    broken('R6', length - 4, length, hex32(crc.computed), hex32(crc.stored));
  }
  if (header && pool && `${dimensions(header)}` !== `${dimensions(pool)}`) {
    broken('R7', 12, 28, dimensions(pool), dimensions(header));
  }

  const blocks = header ? readRecords(view, header) : [];
  if (header) checkRecords(header, blocks, findings, warnings);

  const rule = findings[0]?.rule;
  const status = rule === undefined ? 'TL_OK' : rule === 'R7' ? 'TL_ESHAPE' : 'TL_EFORMAT';
  return { accepted: !rule, status, rule, findings, warnings, header, crc, expectedBytes, blocks };
}

function readHeader(view: DataView): Header {
  return {
    version: view.getUint16(4, true),
    dtype: view.getUint16(6, true),
    nBlocks: view.getUint32(8, true),
    blockTokens: view.getUint32(12, true),
    nLayers: view.getUint32(16, true),
    nKvHeads: view.getUint32(20, true),
    headDim: view.getUint32(24, true),
  };
}

/** The records that lie wholly between the header and the last four bytes. */
function readRecords(view: DataView, header: Header): Reading['blocks'] {
  const blocks: Reading['blocks'] = [];
  const payload = payloadBytes(header);
  if (payload === 0n) return blocks;
  for (let offset = 28; blocks.length < header.nBlocks; ) {
    const end = BigInt(offset) + 12n + payload;
    if (end > view.byteLength - 4) break;
    const values = new Uint16Array(Number(payload) / 2);
    for (let i = 0; i < values.length; i++) values[i] = view.getUint16(offset + 12 + 2 * i, true);
    const hash = view.getBigUint64(offset, true);
    blocks.push({ offset, hash, nTokens: view.getUint32(offset + 8, true), payload: values });
    offset = Number(end);
  }
  return blocks;
}

/** Rules R8 and R9 and the warnings, record by record. */
function checkRecords(header: Header, blocks: Reading['blocks'], findings: Finding[], warnings: Finding[]) {
  const seen = new Set<bigint>();
  for (const [record, { offset, hash, nTokens, payload }] of blocks.entries()) {
    const inRange = nTokens >= 1 && nTokens <= header.blockTokens;
    if (!inRange) {
      const expected = [1, header.blockTokens];
      findings.push({ rule: 'R8', begin: offset + 8, end: offset + 12, record, expected, found: nTokens });
    }
    if (hash !== 0n && nTokens < header.blockTokens) {
      const expected = header.blockTokens;
      findings.push({ rule: 'R9', begin: offset, end: offset + 12, record, expected, found: nTokens });
    }

    const at = offset + 12;
    const stale = [...payload.keys()].filter(
      (i) => inRange && positionOf(header, i) >= nTokens && payload[i],
    );
    if (stale.length > 0) {
      // The range is in bytes: a value whose low or high byte is zero contributes only the other one.
      const first = stale[0] as number;
      const last = stale.at(-1) as number;
      const begin = at + 2 * first + ((payload[first] as number) & 0xff ? 0 : 1);
      const end = at + 2 * last + ((payload[last] as number) >> 8 ? 2 : 1);
      warnings.push({ rule: 'W1', begin, end, record });
    }
    if (hash !== 0n && seen.has(hash)) warnings.push({ rule: 'W2', begin: offset, end: offset + 8, record });
    seen.add(hash);
    const odd = [...payload.keys()].filter((i) => ((payload[i] as number) & 0x7c00) === 0x7c00);
    if (odd.length > 0) {
      const [begin, end] = [at + 2 * (odd[0] as number), at + 2 * (odd.at(-1) as number) + 2];
      warnings.push({ rule: 'W3', begin, end, record });
    }
  }
}

const dimensions = (s: Shape) => [s.blockTokens, s.nLayers, s.nKvHeads, s.headDim];
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const hex32 = (x: number) => `0x${x.toString(16).padStart(8, '0')}`;
