import { U32_MAX } from './check.ts';
import {
  CRC_BYTES,
  type EnvelopeShape,
  envelopeBytes,
  HEADER_BYTES,
  payloadBytes,
} from './envelope_shape.ts';
import { type StatusName, statusName } from './errors.ts';
import { memory, module } from './runtime.ts';

/** The header as it stands in the file, right or wrong. */
export interface EnvelopeHeader extends EnvelopeShape {
  readonly nBlocks: number;
  readonly version: number;
  readonly dtype: number;
}

/** A broken reader rule (R1 to R9) or a warning (W1 to W3) of formats/kv-block.md, in words. */
export interface Finding {
  readonly rule: string;
  /** What must hold. */
  readonly title: string;
  /** The bytes it is about: [begin, end). */
  readonly begin: number;
  readonly end: number;
  readonly expected: string;
  readonly found: string;
  /** The block, where it is about one. */
  readonly block?: number;
}

/** What is to be said about an envelope. */
export interface EnvelopeReport {
  /** Whether a version 1 reader takes it. */
  readonly accepted: boolean;
  /** What a reader answers: TL_OK, TL_EFORMAT, or TL_ESHAPE where a pool's dimensions were given. */
  readonly status: StatusName;
  /** Every broken rule in the order in which a reader meets them; the first is the reader's answer. */
  readonly findings: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** How many there are. Above 1000 they are counted, but no longer listed. */
  readonly findingsCount: number;
  readonly warningsCount: number;
  /** Undefined below 28 bytes. */
  readonly header: EnvelopeHeader | undefined;
  /** The CRC in the last four bytes, and the one of the bytes before. Undefined below 32 bytes. */
  readonly crc: { readonly stored: number; readonly computed: number } | undefined;
  readonly byteLength: number;
  /** The length that the header asks for, exactly, however large. Undefined without a header. */
  readonly expectedByteLength: bigint | undefined;
  /** The payload bytes of a block (P) by the header, exactly. Undefined without a header. */
  readonly blockBytes: bigint | undefined;
  /** Blocks that lie wholly in the file. */
  readonly blockCount: number;
}

/** struct ScanSummary of wasm/facade.h: word offsets. */
const SUMMARY = {
  nBlocks: 0,
  blockTokens: 1,
  nLayers: 2,
  nKvHeads: 3,
  headDim: 4,
  version: 5,
  dtype: 6,
  storedCrc: 7,
  computedCrc: 8,
  recordsThere: 9,
  findingsListed: 10,
  warningsListed: 11,
  findings: 12,
  warnings: 14,
} as const;

/** struct ScanFinding of wasm/facade.h: byte offsets. */
const FINDING = {
  begin: 0,
  end: 8,
  record: 16,
  status: 20,
  rule: 24,
  title: 32,
  expected: 288,
  found: 544,
} as const;
const FINDING_BYTES = 800;
const NO_RECORD = U32_MAX;

/** Of a scanner that has seen the end of an envelope of byteLength bytes. */
export function readReport(scanner: number, byteLength: number): EnvelopeReport {
  module.scannerSummary(scanner, memory.cell);
  const summary = new DataView(memory.u8.slice(memory.cell, memory.cell + 64).buffer);
  const word = (field: keyof typeof SUMMARY) => summary.getUint32(SUMMARY[field] * 4, true);
  const count = (field: keyof typeof SUMMARY) => Number(summary.getBigUint64(SUMMARY[field] * 4, true));

  const hasHeader = byteLength >= HEADER_BYTES;
  const header = {
    nBlocks: word('nBlocks'),
    blockTokens: word('blockTokens'),
    nLayers: word('nLayers'),
    nKvHeads: word('nKvHeads'),
    headDim: word('headDim'),
    version: word('version'),
    dtype: word('dtype'),
  };
  const hasCrc = byteLength >= HEADER_BYTES + CRC_BYTES;
  const findings = readFindings(scanner, false, word('findingsListed'));
  return {
    accepted: count('findings') === 0,
    status: findings.status,
    findings: findings.list,
    warnings: readFindings(scanner, true, word('warningsListed')).list,
    findingsCount: count('findings'),
    warningsCount: count('warnings'),
    header: hasHeader ? header : undefined,
    crc: hasCrc ? { stored: word('storedCrc'), computed: word('computedCrc') } : undefined,
    byteLength,
    expectedByteLength: hasHeader ? envelopeBytes(header, header.nBlocks) : undefined,
    blockBytes: hasHeader ? payloadBytes(header) : undefined,
    blockCount: word('recordsThere'),
  };
}

/** Findings or warnings, and the status of the first. */
function readFindings(
  scanner: number,
  areWarnings: boolean,
  count: number,
): { status: StatusName; list: Finding[] } {
  const list: Finding[] = [];
  let status: StatusName = 'TL_OK';
  const at = memory.borrow(FINDING_BYTES, 'EnvelopeScanner.finish');
  try {
    for (let i = 0; i < count; i++) {
      module.scannerFinding(scanner, areWarnings, i, at);
      const view = new DataView(memory.u8.buffer, at, FINDING_BYTES);
      const block = view.getUint32(FINDING.record, true);
      if (i === 0) status = statusName(view.getInt32(FINDING.status, true));
      list.push({
        rule: memory.text(at + FINDING.rule),
        title: memory.text(at + FINDING.title),
        begin: Number(view.getBigUint64(FINDING.begin, true)),
        end: Number(view.getBigUint64(FINDING.end, true)),
        expected: memory.text(at + FINDING.expected),
        found: memory.text(at + FINDING.found),
        ...(block === NO_RECORD ? {} : { block }),
      });
    }
  } finally {
    memory.release(at);
  }
  return { status, list };
}
