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

/** Undefined where nothing is recognised. Reads the first 64 bytes at most. */
export function seemsToBe(bytes: Uint8Array): string | undefined {
  const head = bytes.subarray(0, 64);
  const text = String.fromCharCode(...head)
    .toLowerCase()
    .trimStart();
  const known = BEGINNINGS.find(([beginning]) => text.startsWith(beginning));
  if (known) return known[1];
  if (isSafetensors(head)) return 'a safetensors file';
  const printable = head.length > 0 && head.every((byte) => byte >= 0x20 || (byte >= 9 && byte <= 13));
  return printable && !text.startsWith('tlkv') ? 'text' : undefined;
}

/** A length of 8 bytes, then JSON. */
function isSafetensors(head: Uint8Array): boolean {
  return head.length > 9 && head[6] === 0 && head[7] === 0 && head[8] === 0x7b && head[9] === 0x22;
}
