/** Bytes as text for other programs. */
import { asciiText, hexText } from './hex_rows.ts';

export type CopyFormat = 'hex' | 'hexdump' | 'c' | 'javascript' | 'python' | 'json' | 'text';

export const COPY_FORMATS: readonly (readonly [format: CopyFormat, name: string])[] = [
  ['hex', 'hex'],
  ['hexdump', 'hexdump'],
  ['c', 'C array'],
  ['javascript', 'JavaScript'],
  ['python', 'Python'],
  ['json', 'JSON'],
  ['text', 'text'],
];

const PER_LINE = 12;

/** `offset` is where the bytes stand in their file; only a hexdump says it. */
export function copyAs(format: CopyFormat, bytes: Uint8Array, offset: number): string {
  switch (format) {
    case 'hex':
      return hexText(bytes);
    case 'hexdump':
      return hexdump(bytes, offset);
    case 'c':
      return `const uint8_t bytes[${bytes.length}] = {\n${lines(bytes)}\n};\n`;
    case 'javascript':
      return `const bytes = Uint8Array.of(\n${lines(bytes)}\n);\n`;
    case 'python':
      return `data = bytes.fromhex('${hexText(bytes)}')\n`;
    case 'json':
      return JSON.stringify([...bytes]);
    case 'text':
      return Array.from(bytes, asciiText).join('');
  }
}

/** In the form of xxd, so that `xxd -r` gives the bytes back at their offsets. */
export function hexdump(bytes: Uint8Array, offset: number): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 16) {
    const row = bytes.subarray(at, at + 16);
    const pairs: string[] = [];
    for (let i = 0; i < row.length; i += 2) pairs.push(hexText(row.subarray(i, i + 2)).replace(' ', ''));
    const characters = Array.from(row, (byte) => asciiText(byte).replace('·', '.')).join('');
    text += `${(offset + at).toString(16).padStart(8, '0')}: ${pairs.join(' ').padEnd(39)}  ${characters}\n`;
  }
  return text;
}

function lines(bytes: Uint8Array): string {
  const rows: string[] = [];
  for (let at = 0; at < bytes.length; at += PER_LINE)
    rows.push(
      `  ${Array.from(bytes.subarray(at, at + PER_LINE), (byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(', ')}`,
    );
  return rows.join(',\n');
}
