/** What a file that is no envelope seems to be, by its first bytes. */
import { indexOf } from './find_bytes.ts';
import { count } from './why.ts';

const BEGINNINGS: readonly (readonly [beginning: string, what: string])[] = [
  ['version https://git-lfs', 'a Git LFS pointer: the file itself was never downloaded'],
  ['<!doctype html', 'an HTML page, perhaps the error page of a download'],
  ['<html', 'an HTML page, perhaps the error page of a download'],
  ['<?xml', 'XML text'],
  ['gguf', 'a GGUF model file'],
  ['pk\x03\x04', 'a zip archive: unpack it first'],
  ['\x1f\x8b', 'gzip data: unpack it first'],
  ['\x28\xb5\x2f\xfd', 'zstd data: unpack it first'],
  ['\x93numpy', 'a NumPy array (.npy)'],
  ['\x89png', 'a PNG picture'],
  ['vklt', 'an envelope with its magic reversed: written with swapped bytes'],
  ['vexlv', 'an envelope in base64: decode it first'],
  ['544c4b56', 'an envelope as hex text: open it by “Paste hex”'],
  ['54 4c 4b 56', 'an envelope as hex text: open it by “Paste hex”'],
  ['data:', 'a data URL: decode what follows its comma'],
  [
    '\xff\xfet\0l\0k\0v\0',
    'an envelope that was written as UTF-16 text, as by > in PowerShell. Write it in binary mode',
  ],
  ['\xef\xbb\xbftlkv', 'an envelope with a UTF-8 byte order mark before it: take the first 3 bytes away'],
];

/** Undefined where nothing is recognised. Of the given bytes, the first 64 tell the format. */
export function seemsToBe(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 64);
  const text = latin1(head).toLowerCase().trimStart();
  const known = BEGINNINGS.find(([beginning]) => text.startsWith(beginning));
  if (known) return known[1];
  if (isSafetensors(head)) return 'a safetensors file';
  if (head.length >= 32 && head.every((byte) => byte === 0))
    return 'a file that begins with zeros, perhaps a download that was never finished';
  if (latin1(bytes.subarray(257, 262)) === 'ustar') return 'a tar archive: unpack it first';
  const begin = indexOf(bytes, ENVELOPE_BEGIN);
  if (begin > 0)
    return `an envelope that begins only at byte ${begin}: ${count(begin, 'byte')} stand before it`;
  const mangled = mangledBy(bytes);
  if (mangled) return mangled;
  const printable = head.length > 0 && head.every((byte) => byte >= 0x20 || (byte >= 9 && byte <= 13));
  if (!printable || text.startsWith('tlkv') || 'TLKV'.startsWith(latin1(head))) return undefined;
  return /^[{[]/.test(text) ? 'JSON text, perhaps the answer of a server' : 'text';
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}

/** Magic, version 1 and dtype 1. */
const ENVELOPE_BEGIN = Uint8Array.of(0x54, 0x4c, 0x4b, 0x56, 1, 0, 1, 0);

/** How a program that took the bytes for text has changed them. */
function mangledBy(bytes: Uint8Array): string | undefined {
  if (latin1(bytes.subarray(0, 4)) !== 'TLKV') return undefined;
  if (latin1(bytes.subarray(4, 8)) === '\0\x01\0\x01')
    return 'an envelope whose numbers were written most significant byte first. Format 1 is little-endian';
  const utf8 = times(bytes, [0xef, 0xbf, 0xbd]);
  if (utf8 >= 2)
    return `an envelope that was read as UTF-8 text and written again: ${utf8} times ef bf bd stands where other bytes were, in the part looked at. What they were is lost; fetch the file again in binary mode`;
  const lineFeeds = times(bytes, [0x0a]);
  const crlf = times(bytes, [0x0d, 0x0a]);
  if (crlf >= 2 && crlf === lineFeeds)
    return 'an envelope whose line feeds (0a) became 0d 0a, as in a transfer in text mode. Fetch it again in binary mode';
  return undefined;
}

function times(bytes: Uint8Array, run: readonly number[]): number {
  let found = 0;
  for (let at = 0; at + run.length <= bytes.length; at++)
    if (run.every((byte, i) => bytes[at + i] === byte)) found++;
  return found;
}

/** A length of 8 bytes, then JSON. */
function isSafetensors(head: Uint8Array): boolean {
  return head.length > 9 && head[6] === 0 && head[7] === 0 && head[8] === 0x7b && head[9] === 0x22;
}
