/** Files from a drop or a picker. Whatever comes, the answer is a file on the page or a sentence. */
import { batch } from '@preact/signals';
import { FIRST_BYTES } from '../../model/check_blob.ts';
import { FileBytes } from '../../model/file_bytes.ts';
import { PagedBytes } from '../../model/paged_bytes.ts';
import { view } from '../place.ts';
import { openText } from '../pool/state.ts';
import { AT_ONCE_BYTES } from './checking.ts';
import { openFile, show, trouble } from './state.ts';

/** A scenario is a small text; a larger .json is shown as the bytes it has. */
const SCENARIO_BYTES = 4 * 1024 * 1024;

let latest = 0;

/** The last choice wins: an older one that is still being read is dropped. */
export async function takeFiles(chosen: readonly File[], folders: readonly string[] = []): Promise<void> {
  const mine = ++latest;
  const troubles = folders.map((name) => `${quote(name)} is a folder. Choose the .tlkv files in it.`);
  const read: { name: string; bytes: FileBytes }[] = [];
  let scenario: string | undefined;
  for (const one of chosen) {
    try {
      if (one.name.endsWith('.json') && one.size <= SCENARIO_BYTES) scenario = await one.text();
      else read.push({ name: one.name, bytes: await begin(one) });
    } catch {
      troubles.push(
        `${quote(one.name)} could not be read. It may be a folder, or it was moved since it was chosen.`,
      );
    }
  }
  if (mine !== latest) return;
  if (scenario !== undefined && read.length === 0 && troubles.length === 0) {
    view.value = 'pool';
    openText(scenario);
    return;
  }
  batch(() => {
    view.value = 'envelope';
    const [first] = read.map(({ name, bytes }) => openFile(name, bytes));
    if (first) show(first);
    if (troubles.length > 0) trouble.value = troubles.join(' ');
  });
}

/** A small file is read whole; of a larger one the beginning, and the rest as it is looked at. */
async function begin(one: File): Promise<FileBytes> {
  const pages = new PagedBytes(one);
  const length = one.size <= AT_ONCE_BYTES ? one.size : FIRST_BYTES;
  pages.prime(0, new Uint8Array(await one.slice(0, length).arrayBuffer()));
  return new FileBytes(pages);
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
