/** Bytes from pasted hex: plain, with commas or 0x, as a C array, or the lines of a hexdump. */

export type Pasted = { readonly bytes: Uint8Array } | { readonly error: string };

export function parseHex(text: string): Pasted {
  const digits = text
    .split(/\r?\n/)
    .map(stripLine)
    .join(' ')
    .replace(/0x|\\x/gi, ' ')
    .replace(/[\s,;{}[\]()]+/g, ' ')
    .trim();
  if (digits === '') return { error: 'There is no hex in it. Two digits make a byte: 54 4c 4b 56.' };
  const stray = /[^0-9a-f ]/i.exec(digits);
  if (stray) return { error: `"${stray[0]}" is not a hex digit (0 to 9, a to f).` };
  const bytes: number[] = [];
  for (const word of digits.split(' ')) {
    // "0x1" alone is a byte; a longer run of an odd length has lost a digit somewhere.
    if (word.length % 2 === 1 && word.length > 1)
      return {
        error: `"${shorten(word)}" has ${word.length} digits; a byte has two, so their number must be even.`,
      };
    for (let at = 0; at < word.length; at += 2) bytes.push(Number.parseInt(word.slice(at, at + 2), 16));
  }
  return { bytes: Uint8Array.from(bytes) };
}

/** Takes the offset and the text column off a line of xxd or hexdump -C. */
function stripLine(line: string): string {
  const dump = /^\s*[0-9a-f]{6,16}(:\s+|\s{2})(.*)$/i.exec(line);
  if (!dump) return line;
  const hex = (dump[2] as string).replace(/\|.*$/, '');
  return dump[1]?.startsWith(':') ? (hex.split(/\s{2,}/)[0] as string) : hex;
}

function shorten(word: string): string {
  return word.length <= 12 ? word : `${word.slice(0, 6)}…${word.slice(-4)}`;
}
