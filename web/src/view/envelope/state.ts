/** The envelope view: the open files, the one in front, and where its reader is. */
import { batch, computed, signal } from '@preact/signals';
import { decodeEnvelope, type Envelope } from 'tlkv';
import { ByteMap } from '../../model/byte_map.ts';
import { pathOf, placeAt } from '../../model/inspect.ts';
import { SAMPLES } from '../../model/samples.ts';
import { say } from '../live.ts';

export interface OpenFile {
  readonly name: string;
  readonly sample: string | undefined;
  readonly bytes: Uint8Array;
  readonly envelope: Envelope;
  readonly map: ByteMap;
}

export const files = signal<readonly OpenFile[]>([]);
export const file = signal<OpenFile | undefined>(undefined);
/** Why something that was dropped or chosen could not be opened. */
export const trouble = signal<string | undefined>(undefined);
/** The byte the reader is at. */
export const cursor = signal(0);
/** Which slab is shown: follows the cursor, and the steppers. */
export const slab = signal({ block: 0, layer: 0, head: 0 });

export const place = computed(() => (file.value ? placeAt(file.value.map, cursor.value) : undefined));

/** Where the view stands, for the address. A dropped file cannot be named there. */
export const address = computed(() => {
  const sample = file.value?.sample;
  return sample === undefined ? {} : { sample, offset: cursor.value };
});

export function visit(to: { sample?: string; offset?: number }): void {
  if (to.sample === undefined) {
    if (file.peek()?.sample !== undefined) closeFile();
    return;
  }
  if (file.peek()?.sample !== to.sample && !openSample(to.sample)) return;
  if (to.offset !== undefined) moveTo(to.offset);
}

export function openSample(name: string): boolean {
  const sample = SAMPLES.get(name);
  if (!sample) {
    trouble.value = `There is no sample “${name}”.`;
    return false;
  }
  openBytes(`${sample.name}.tlkv`, sample.bytes, name);
  return true;
}

/** Opens bytes as a file in front of the others. */
export function openBytes(name: string, bytes: Uint8Array, sample?: string): void {
  const envelope = decodeEnvelope(bytes);
  const opened = { name, sample, bytes, envelope, map: new ByteMap(envelope.header, bytes.byteLength) };
  files.value = [...files.value.filter((other) => other.name !== name), opened];
  show(opened);
}

export function show(opened: OpenFile): void {
  batch(() => {
    trouble.value = undefined;
    file.value = opened;
    cursor.value = opened.envelope.findings[0]?.begin ?? 0;
    slab.value = { block: 0, layer: 0, head: 0 };
    followCursor();
  });
  const { accepted, findings } = opened.envelope;
  say(`${opened.name}: ${accepted ? 'accepted' : `refused, ${findings[0]?.rule} ${findings[0]?.title}`}.`);
}

export function closeFile(): void {
  file.value = undefined;
}

/** Puts the cursor on a byte of the file, the nearest one if it lies outside. */
export function moveTo(offset: number): void {
  const opened = file.peek();
  if (!opened) return;
  batch(() => {
    cursor.value = Math.min(Math.max(0, offset), Math.max(0, opened.bytes.byteLength - 1));
    followCursor();
  });
}

/** Moves by a key: says where one has come to. */
export function moveBy(bytes: number): void {
  moveTo(cursor.peek() + bytes);
  const now = place.peek();
  if (now) say(`Byte ${cursor.peek()}: ${pathOf(now).join(', ')}`);
}

function followCursor(): void {
  const now = place.value;
  const block = now?.field.block;
  if (block === undefined) return;
  const layer = now?.field.layer ?? slab.value.layer;
  const head = now?.element?.head ?? slab.value.head;
  slab.value = { block, layer, head };
}
