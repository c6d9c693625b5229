/** `?` in the place of a token: what it says, in words, wherever it stands. */
export const UNKNOWN_TOKEN =
  'a token that is not known: an envelope holds K and V, fills and hashes, but no tokens';

/** How many of the tokens are not known: read out after them; "" if all are. */
export function unknownWords(tokens: readonly (number | undefined)[]): string {
  const unknown = tokens.filter((token) => token === undefined).length;
  if (unknown === 0) return '';
  return unknown === tokens.length ? 'imported, tokens not known' : `imported, ${unknown} of them not known`;
}
