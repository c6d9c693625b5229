/** Words and numbers as the command line prints them. */
import { type Finding, formatHash } from 'tlkv';

/** Control and format characters (bidi marks among them), line separators, halves of surrogate pairs. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text of unknown origin with everything that could act on a terminal, or deceive its reader, escaped. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, (found) => {
    const code = found.codePointAt(0) as number;
    return code < 0x100 ? `\\x${hex(code, 2)}` : `\\u{${code.toString(16)}}`;
  });
}

/** One line of JSON in which the same characters are escaped. 64-bit numbers are strings. */
export function json(value: unknown): string {
  const text = JSON.stringify(value, (_, part) => {
    if (typeof part === 'bigint') return String(part);
    return Object.is(part, -0) || (typeof part === 'number' && !Number.isFinite(part)) ? show(part) : part;
  });
  return text.replace(UNPRINTABLE, (found) =>
    Array.from({ length: found.length }, (_, i) => `\\u${hex(found.charCodeAt(i), 4)}`).join(''),
  );
}

/** A value of an f16. */
export function show(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

export function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** A CRC-32C as it is printed. */
export const crcText = (crc: number): string => `0x${hex(crc, 8)}`;

/** The hash of a block as it is printed; 0 is none. */
export const hashText = (hash: bigint): string => (hash === 0n ? 'none' : formatHash(hash));

/** "1 block", "2 blocks" */
export function count(n: number | bigint, noun: string): string {
  return `${n} ${noun}${BigInt(n) === 1n ? '' : 's'}`;
}

/** A finding in one line: rule, bytes, expected, found. */
export function findingText({ rule, title, begin, end, expected, found }: Finding): string {
  return printable(`${rule} ${title}: bytes [${begin}, ${end}), expected ${expected}, found ${found}`);
}
