/** A small envelope inside an address: its bytes in base64url behind `bytes-`, in the place of a sample's name. */

export const LINK_LIMIT_BYTES = 4096;
const PREFIX = 'bytes-';

/** Undefined for more than LINK_LIMIT_BYTES. */
export function linkName(bytes: Uint8Array): string | undefined {
  if (bytes.byteLength > LINK_LIMIT_BYTES) return undefined;
  const base64 = btoa(String.fromCharCode(...bytes));
  return PREFIX + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function isLinkName(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** Undefined where the name does not hold bytes. */
export function bytesOfLink(name: string): Uint8Array | undefined {
  const text = name.slice(PREFIX.length);
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length > (LINK_LIMIT_BYTES / 3) * 4 + 4) return undefined;
  try {
    const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
