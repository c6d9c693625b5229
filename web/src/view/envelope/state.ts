/** The envelope view: the open files, the one in front, and where its reader is. */
import { batch, computed, type Signal, signal } from '@preact/signals';
import { ByteMap } from '../../model/byte_map.ts';
import { FileBytes } from '../../model/file_bytes.ts';
import { pathOf, placeAt } from '../../model/inspect.ts';
import { bytesOfLink, isLinkName } from '../../model/link.ts';
import { SAMPLES } from '../../model/samples.ts';
import { say } from '../live.ts';
import { beginCheck, type Check, runCheck, stopCheck } from './checking.ts';

/** A file as it stands; an edit makes a new one of the same name. */
export interface OpenFile {
  readonly name: string;
  readonly sample: string | undefined;
  readonly bytes: FileBytes;
  readonly check: Signal<Check>;
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
/** Counts the arrivals of bytes: whoever was told "not yet" looks again. */
const arrivals = signal(0);

export const place = computed(() => (file.value ? placeAt(file.value.map, cursor.value) : undefined));
/** What is known of the file in front. */
export const report = computed(() => file.value?.check.value.report);

/** Where the view stands, for the address. A dropped file cannot be named there. */
export const address = computed(() => {
  const sample = file.value?.sample;
  return sample === undefined ? {} : { sample, offset: cursor.value };
});

/** Bytes of the file in front; undefined while they are on their way, and then it is drawn again. */
export function bytesAt(begin: number, end: number): Uint8Array | undefined {
  return whenThere(file.value?.bytes.peek(begin, end));
}

/** What was peeked of any open file; where it is not there yet, whoever draws draws again when bytes arrive. */
export function whenThere<T>(peeked: T | undefined): T | undefined {
  if (peeked === undefined) arrivals.value;
  return peeked;
}

export function visit(to: { sample?: string; offset?: number }): void {
  if (to.sample === undefined) {
    if (file.peek()?.sample !== undefined) closeFile();
    return;
  }
  if (file.peek()?.sample !== to.sample && !openSample(to.sample)) return;
  if (to.offset !== undefined) moveTo(to.offset);
}

/** A sample by its name, or the bytes that a link holds. */
export function openSample(name: string): boolean {
  if (isLinkName(name)) {
    const bytes = bytesOfLink(name);
    if (bytes) openBytes('linked.tlkv', bytes, name);
    else trouble.value = 'The link is damaged: it should hold an envelope of up to 4 KiB in base64url.';
    return bytes !== undefined;
  }
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
  openFile(name, FileBytes.of(bytes), sample);
}

let noted = false;

/** What arrives within one frame is drawn once. */
function noteArrival(): void {
  if (noted) return;
  noted = true;
  requestAnimationFrame(() => {
    noted = false;
    arrivals.value++;
  });
}

/** Opens a file whose first bytes are there (`FIRST_BYTES`; all, if it is small enough to be checked at once). */
export function openFile(name: string, bytes: FileBytes, sample?: string): OpenFile {
  bytes.pages.onArrival = noteArrival;
  bytes.pages.onFailure = () => {
    trouble.value = `“${name}” can no longer be read. It may have been moved or changed; open it again.`;
  };
  const before = files.peek().find((one) => isSame(one, bytes, sample));
  const others = files.peek().filter((one) => one !== before);
  const opened = snapshot(before?.name ?? unlike(name, others), bytes, sample);
  files.value = [...others, opened];
  show(opened);
  return opened;
}

/** Whether an open file is opened once more: then it keeps its place in the list. */
function isSame(one: OpenFile, bytes: FileBytes, sample: string | undefined): boolean {
  if (sample !== undefined) return one.sample === sample;
  const [was, is] = [one.bytes.pages.blob, bytes.pages.blob];
  if (!(was instanceof File && is instanceof File)) return false;
  // A browser tells no folders: what differs in one of these is another file, or another state of it.
  return was.name === is.name && was.size === is.size && was.lastModified === is.lastModified;
}

/** Files of one name, as from two folders, are told apart: `a.tlkv`, `a (2).tlkv`. */
function unlike(name: string, others: readonly OpenFile[]): string {
  const taken = new Set(others.map((other) => other.name));
  const dot = name.lastIndexOf('.');
  const end = dot > 0 ? dot : name.length;
  let free = name;
  for (let i = 2; taken.has(free); i++) free = `${name.slice(0, end)} (${i})${name.slice(end)}`;
  return free;
}

/** The file as these bytes make it. */
export function snapshot(name: string, bytes: FileBytes, sample?: string): OpenFile {
  const check = beginCheck(bytes);
  return { name, sample, bytes, check, map: new ByteMap(check.peek().report.header, bytes.byteLength) };
}

export function show(opened: OpenFile): void {
  batch(() => {
    trouble.value = undefined;
    file.value = opened;
    cursor.value = opened.check.peek().report.findings[0]?.begin ?? 0;
    slab.value = { block: 0, layer: 0, head: 0 };
    followCursor();
  });
  runCheck(opened.check, opened.bytes.blob);
  say(`${opened.name}: ${answerOf(opened.check.peek())}.`);
}

function answerOf({ state, report: { accepted, findings } }: Check): string {
  if (!accepted) return `refused, ${findings[0]?.rule} ${findings[0]?.title}`;
  return state === 'finished' ? 'accepted' : 'being checked';
}

export function closeFile(): void {
  stopCheck();
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

/** Checks the file in front once more from its beginning, where that was stopped. */
export function checkAgain(): void {
  const opened = file.peek();
  if (opened) runCheck(opened.check, opened.bytes.blob);
}
