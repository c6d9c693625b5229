/** Files that are imported into the pool in front: each becomes a call of the log. */
import type { EnvelopeShape } from 'tlkv';
import { nameEnvelope } from '../../model/envelopes.ts';
import { grouped } from '../../model/number.ts';
import { sizeForEnvelope, wrongSize } from '../../model/pool_size.ts';
import { quote, takeFiles } from '../envelope/intake.ts';
import { view } from '../place.ts';
import { runLine, startFresh } from './free_play.ts';
import { openAgain, stage, trouble } from './state.ts';

/** The log keeps what it imports, and every step back imports it again. */
export const IMPORT_LIMIT = 64 * 1024 * 1024;

/** Asks for files by the system's picker. */
export function chooseEnvelopes(): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.onchange = () => void importFiles([...(input.files ?? [])]);
  input.click();
}

export async function importFiles(files: readonly File[]): Promise<void> {
  if (files.some(({ name }) => name.endsWith('.json'))) return takeFiles(files);
  view.value = 'pool';
  for (const file of files) {
    if (file.size > IMPORT_LIMIT) {
      trouble.value = `${quote(file.name)} has ${grouped(file.size)} bytes; the pool here takes up to 64 MiB.`;
      continue;
    }
    try {
      importBytes(new Uint8Array(await file.arrayBuffer()));
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      trouble.value = `${quote(file.name)} could not be read. It may be a folder, or it was moved since it was chosen.`;
    }
  }
}

/** Imports into the pool for a new sequence, or goes on with the link that waited for these bytes. */
export function importBytes(bytes: Uint8Array): void {
  const name = nameEnvelope(bytes);
  if (openAgain(name)) return;
  trouble.value = runLine(`import ${freshSequence()} ${name}`);
}

/** Imports an envelope of `blocks` blocks into a new pool of its shape. The answer is why that can't be, or undefined. */
export function openInNewPool(bytes: Uint8Array, shape: EnvelopeShape, blocks: number): string | undefined {
  const size = sizeForEnvelope(shape, blocks);
  const wrong = wrongSize(size);
  if (wrong !== undefined) return `The pool view has no such pool: ${wrong}.`;
  view.value = 'pool';
  startFresh(size);
  importBytes(bytes);
  return undefined;
}

/** x, or x2, x3, ...: a letter that scenarios leave free. */
function freshSequence(): string {
  const tables = stage.peek()?.session.frame.after.tables;
  for (let i = 1; ; i++) {
    const name = i === 1 ? 'x' : `x${i}`;
    if (!tables?.has(name)) return name;
  }
}
