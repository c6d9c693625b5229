/** Files from a drop or a picker. Whatever comes, the answer is a file on the page or a sentence. */
import { batch } from '@preact/signals';
import { view } from '../place.ts';
import { openBytes, trouble } from './state.ts';

/** What the view holds in memory. */
export const LIMIT_BYTES = 16 * 1024 * 1024;

let latest = 0;

/** The last choice wins: an older one that is still being read is dropped. */
export async function takeFiles(chosen: readonly File[], folders: readonly string[] = []): Promise<void> {
  const mine = ++latest;
  const troubles = folders.map((name) => `${quote(name)} is a folder. Choose the .tlkv files in it.`);
  const read: { name: string; bytes: Uint8Array }[] = [];
  for (const one of chosen) {
    if (one.size > LIMIT_BYTES) {
      troubles.push(
        `${quote(one.name)} has ${one.size.toLocaleString('en-US')} bytes. This page opens files up to 16 MiB.`,
      );
      continue;
    }
    try {
      read.push({ name: one.name, bytes: new Uint8Array(await one.arrayBuffer()) });
    } catch {
      troubles.push(
        `${quote(one.name)} could not be read. It may be a folder, or it was moved since it was chosen.`,
      );
    }
  }
  if (mine !== latest) return;
  batch(() => {
    view.value = 'envelope';
    for (const { name, bytes } of read.reverse()) openBytes(name, bytes);
    if (troubles.length > 0) trouble.value = troubles.join(' ');
  });
}

/** Files and folders of a drop; undefined where it brings neither (text, a link). */
export function filesOf(transfer: DataTransfer | null): { files: File[]; folders: string[] } | undefined {
  if (!transfer?.types.includes('Files')) return undefined;
  const items = [...transfer.items].filter((item) => item.kind === 'file');
  const folders: string[] = [];
  const files: File[] = [];
  for (const item of items) {
    const entry = item.webkitGetAsEntry?.();
    const one = item.getAsFile();
    if (entry?.isDirectory) folders.push(entry.name);
    else if (one) files.push(one);
  }
  return { files: items.length > 0 ? files : [...transfer.files], folders };
}

/** A name that is shown: shortened in the middle, and always text. */
export function quote(name: string): string {
  return `“${name.length <= 60 ? name : `${name.slice(0, 40)}…${name.slice(-16)}`}”`;
}
