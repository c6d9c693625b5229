/** What a file that is no envelope seems to be, by its first bytes. */

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
];

/** Undefined where nothing is recognised. Of the given bytes, the first 64 tell the format. */
export function seemsToBe(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 64);
  const text = String.fromCharCode(...head)
    .toLowerCase()
    .trimStart();
  const known = BEGINNINGS.find(([beginning]) => text.startsWith(beginning));
  if (known) return known[1];
  if (isSafetensors(head)) return 'a safetensors file';
  const mangled = mangledBy(bytes);
  if (mangled) return mangled;
  const printable = head.length > 0 && head.every((byte) => byte >= 0x20 || (byte >= 9 && byte <= 13));
  return printable && !text.startsWith('tlkv') ? 'text' : undefined;
}

/** How a program that took the bytes for text has changed them. */
function mangledBy(bytes: Uint8Array): string | undefined {
  if (String.fromCharCode(...bytes.subarray(0, 4)) !== 'TLKV') return undefined;
  // A version of 1 is followed by 0, unless something was put in before it.
  const utf8 = count(bytes, [0xef, 0xbf, 0xbd]);
  if (utf8 >= 2)
    return `an envelope that was read as UTF-8 text and written again: ${utf8} times ef bf bd stands where other bytes were, in the part looked at. What they were is lost; fetch the file again in binary mode`;
  const lineFeeds = count(bytes, [0x0a]);
  const crlf = count(bytes, [0x0d, 0x0a]);
  if (crlf >= 2 && crlf === lineFeeds)
    return 'an envelope whose line feeds (0a) became 0d 0a, as in a transfer in text mode. Fetch it again in binary mode';
  return undefined;
}

function count(bytes: Uint8Array, run: readonly number[]): number {
  let times = 0;
  for (let at = 0; at + run.length <= bytes.length; at++)
    if (run.every((byte, i) => bytes[at + i] === byte)) times++;
  return times;
}

/** A length of 8 bytes, then JSON. */
function isSafetensors(head: Uint8Array): boolean {
  return head.length > 9 && head[6] === 0 && head[7] === 0 && head[8] === 0x7b && head[9] === 0x22;
}
