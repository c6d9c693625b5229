/** What the bytes at an offset are: the field, the value in it, and what the value means. */
import type { ByteMap, Element, Field } from './byte_map.ts';
import { exactText, f16Value } from './f16_text.ts';

export interface Place {
  readonly field: Field;
  /** The value inside a K or V field. */
  readonly element: Element | undefined;
  /** What belongs together at the offset: the element, or else the field. */
  readonly begin: number;
  readonly end: number;
}

export function placeAt(map: ByteMap, offset: number): Place | undefined {
  const field = map.fieldAt(offset);
  if (!field) return undefined;
  const element = field.kind === 'k' || field.kind === 'v' ? map.elementAt(field, offset) : undefined;
  return { field, element, begin: element?.begin ?? field.begin, end: element?.end ?? field.end };
}

/** `block 0 › layer 0 › V › head 0 › position 0 › dim 1`, as parts. */
export function pathOf({ field, element }: Place): string[] {
  const path: string[] = [];
  if (field.kind === 'header') path.push('header');
  if (field.block !== undefined) path.push(`block ${number(field.block)}`);
  if (field.layer !== undefined) path.push(`layer ${field.layer}`);
  path.push(field.name);
  if (element) path.push(`head ${element.head}`, `position ${element.position}`, `dim ${element.dim}`);
  return path;
}

export interface Meaning {
  readonly value: string;
  readonly about: string;
}

/** `bytes` begin at the place, up to 8 of them. A value cut by the end of the file has no meaning. */
export function meaningOf(
  bytes: Uint8Array,
  map: ByteMap,
  { field, element, begin, end }: Place,
): Meaning | undefined {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (field.kind === 'k' || field.kind === 'v') {
    if (!element || end - begin < 2) return undefined;
    return {
      value: exactText(f16Value(data.getUint16(0, true))),
      about: 'f16, least significant byte first',
    };
  }
  if (!field.whole) return undefined;
  switch (field.kind) {
    case 'hash': {
      const hash = data.getBigUint64(0, true);
      return {
        value: hexOf(hash, 16),
        about: hash === 0n ? 'not registered' : 'u64, the chained block hash',
      };
    }
    case 'fill':
      return {
        value: number(data.getUint32(0, true)),
        about: `u32, of ${number(map.shape?.blockTokens ?? 0)} positions`,
      };
    case 'crc':
      if (end - begin < 4 || map.byteLength < 32) return undefined;
      return {
        value: hexOf(BigInt(data.getUint32(0, true)), 8),
        about: 'u32, the CRC-32C of all bytes before it',
      };
    case 'header':
      return headerMeaning(data, field);
    default:
      return undefined;
  }
}

const HEADER_ABOUT: Readonly<Record<string, string>> = {
  n_blocks: 'u32, n: records in this file',
  block_tokens: 'u32, B: positions of a block',
  n_layers: 'u32, L: layers',
  n_kv_heads: 'u32, H: key/value heads of a layer',
  head_dim: 'u32, D: values of one head at one position',
};

function headerMeaning(data: DataView, field: Field): Meaning {
  const { begin, end, name } = field;
  if (name === 'magic') {
    const text = Array.from({ length: 4 }, (_, i) => data.getUint8(i));
    const shown = text
      .map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'))
      .join('');
    return { value: `“${shown}”`, about: 'four letters, “TLKV” in an envelope' };
  }
  const value = end - begin === 2 ? data.getUint16(0, true) : data.getUint32(0, true);
  if (name === 'version') return { value: number(value), about: 'u16, 1 is the only one so far' };
  if (name === 'dtype')
    return { value: number(value), about: value === 1 ? 'u16, f16' : 'u16, 1 (f16) is the only one' };
  return { value: number(value), about: HEADER_ABOUT[name] ?? '' };
}

function hexOf(value: bigint, digits: number): string {
  return `0x${value.toString(16).toUpperCase().padStart(digits, '0')}`;
}

function number(value: number): string {
  return value.toLocaleString('en-US');
}
