/**
 * Envelopes that a command can name. A small one is its own name, so that it travels inside a link; of a larger
 * one the name is its CRC-32C and length, and the bytes are kept as long as the page is open.
 */
import { crc32c } from 'tlkv';
import { bytesOfLink, isLinkName, linkName } from './link.ts';

const kept = new Map<string, Uint8Array>();

export function nameEnvelope(bytes: Uint8Array): string {
  const inLink = linkName(bytes);
  if (inLink !== undefined) return inLink;
  const name = `crc-${crc32c(bytes).toString(16).padStart(8, '0')}-${bytes.byteLength}`;
  kept.set(name, bytes);
  return name;
}

export function isEnvelopeName(word: string): boolean {
  return isLinkName(word) || /^crc-[0-9a-f]{8}-\d+$/.test(word);
}

/** Undefined where the name is damaged, or its bytes have not been dropped on this page. */
export function envelopeOf(name: string): Uint8Array | undefined {
  return isLinkName(name) ? bytesOfLink(name) : kept.get(name);
}
