/** What was learned of an envelope, and parts of it, in forms that other programs read. */
import { type EnvelopeReport, type Finding, formatHash } from 'tlkv';
import type { ByteMap } from './byte_map.ts';
import { hexdump } from './copy_as.ts';
import type { FileBytes } from './file_bytes.ts';
import { recordHashes } from './record_hashes.ts';

/** More blocks are counted, not listed. */
const BLOCKS_LISTED = 10_000;

/** Numbers of 64 bits are strings, as JSON readers round them; `checked` is false where the check was stopped. */
export async function jsonReport(
  name: string,
  file: FileBytes,
  map: ByteMap,
  report: EnvelopeReport,
  checked: boolean,
): Promise<string> {
  const { header, crc, expectedByteLength, blockBytes, blockCount } = report;
  const listed = Math.min(blockCount, BLOCKS_LISTED);
  const hashes = await recordHashes(file, map, listed);
  const finding = ({ rule, title, begin, end, expected, found, block }: Finding) => ({
    rule,
    title,
    begin,
    end,
    expected,
    found,
    ...(block !== undefined && { block }),
  });
  return JSON.stringify(
    {
      file: name,
      bytes: report.byteLength,
      checked,
      accepted: report.accepted,
      status: report.status,
      header: header ?? null,
      expectedBytes: expectedByteLength?.toString() ?? null,
      blockPayloadBytes: blockBytes?.toString() ?? null,
      crc: crc ? { stored: hex32(crc.stored), computed: hex32(crc.computed) } : null,
      findingsCount: report.findingsCount,
      findings: report.findings.map(finding),
      warningsCount: report.warningsCount,
      warnings: report.warnings.map(finding),
      blockCount,
      blocks: Array.from(hashes, (hash, index) => ({
        index,
        offset: map.recordOffset(index),
        hash: formatHash(hash),
      })),
    },
    null,
    2,
  );
}

function hex32(crc: number): string {
  return `0x${crc.toString(16).padStart(8, '0')}`;
}

/** A NumPy array file (version 1.0) of f16 values in C order; `values` are their bytes, lowest first. */
export function npy(values: Uint8Array, shape: readonly number[]): Blob {
  const tuple = shape.length === 1 ? `(${shape[0]},)` : `(${shape.join(', ')})`;
  const words = `{'descr': '<f2', 'fortran_order': False, 'shape': ${tuple}, }`;
  // Magic, version and length take 10 bytes; the values begin at a multiple of 64.
  const length = Math.ceil((10 + words.length + 1) / 64) * 64 - 10;
  const text = `${words.padEnd(length - 1)}\n`;
  const head = Uint8Array.of(0x93, 0x4e, 0x55, 0x4d, 0x50, 0x59, 1, 0, length & 255, length >> 8);
  return new Blob([head, text, values as Uint8Array<ArrayBuffer>], { type: 'application/octet-stream' });
}

const SLICE_BYTES = 1024 * 1024;

/** The hexdump of [begin, end) as xxd prints it, which `xxd -r` reads back. */
export async function hexdumpText(file: FileBytes, begin: number, end: number): Promise<Blob> {
  const parts: string[] = [];
  for (let at = begin; at < end; at += SLICE_BYTES)
    parts.push(hexdump(await file.read(at, Math.min(at + SLICE_BYTES, end)), at));
  return new Blob(parts, { type: 'text/plain' });
}
