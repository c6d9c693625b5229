/** Trying damage: bytes edited by hand over a file that stays as it is. */
import { batch, computed, signal } from '@preact/signals';
import type { Change, Edits } from '../../model/edits.ts';
import { sealChanges } from '../../model/seal.ts';
import { download } from '../download.ts';
import { say } from '../live.ts';
import { runCheck } from './checking.ts';
import { cursor, file, files, moveBy, moveTo, type OpenFile, report, snapshot } from './state.ts';

/** Whether hex digits typed in the hexdump change its bytes. */
export const editing = signal(false);
/** The half of the cursor's byte that the next digit sets. */
export const nextDigit = signal<'high' | 'low'>('high');

export const edits = computed(() => file.value?.bytes.edits);

/** Changes bytes as one step. */
export function change(changes: readonly Change[]): void {
  const opened = file.peek();
  if (opened) lay(opened, opened.bytes.edits.with(changes));
}

export function undo(): void {
  const opened = file.peek();
  const last = opened?.bytes.edits.steps.at(-1);
  if (!opened || !last) return;
  lay(opened, opened.bytes.edits.undo());
  moveTo((last[0] as Change).offset);
}

export function undoAll(): void {
  const opened = file.peek();
  let edited = opened?.bytes.edits;
  if (!opened || !edited) return;
  while (edited.steps.length > 0) edited = edited.undo();
  lay(opened, edited);
}

function lay(opened: OpenFile, edited: Edits): void {
  if (edited === opened.bytes.edits) return;
  const next = snapshot(opened.name, opened.bytes.withEdits(edited), opened.sample);
  batch(() => {
    files.value = files.peek().map((one) => (one === opened ? next : one));
    file.value = next;
    moveTo(cursor.peek());
  });
  runCheck(next.check, next.bytes.blob);
  const { accepted, findings } = next.check.peek().report;
  say(accepted ? 'No rule is broken.' : `Broken: ${findings.map(({ rule }) => rule).join(', ')}.`);
}

export function setByte(offset: number, after: number): void {
  const before = file.peek()?.bytes.peek(offset, offset + 1)?.[0];
  if (before !== undefined) change([{ offset, before, after }]);
}

export function flipBit(offset: number, bit: number): void {
  const before = file.peek()?.bytes.peek(offset, offset + 1)?.[0];
  if (before !== undefined) setByte(offset, before ^ (1 << bit));
}

/** A hex digit typed at the cursor: first the high half, then the low one, then the next byte. */
export function typeDigit(digit: number): void {
  const offset = cursor.peek();
  const byte = file.peek()?.bytes.peek(offset, offset + 1)?.[0];
  if (byte === undefined) return;
  if (nextDigit.peek() === 'high') {
    setByte(offset, (digit << 4) | (byte & 15));
    nextDigit.value = 'low';
  } else {
    setByte(offset, (byte & 0xf0) | digit);
    moveBy(1);
    nextDigit.value = 'high';
  }
}

/** Whether the CRC is known and wrong. */
export const canSeal = computed(() => {
  const check = file.value?.check.value;
  const crc = report.value?.crc;
  return check?.state === 'finished' && crc !== undefined && crc.stored !== crc.computed;
});

/** Writes the right CRC into the last four bytes. */
export async function seal(): Promise<void> {
  const opened = file.peek();
  const crc = report.peek()?.crc;
  if (!opened || !crc || !canSeal.peek()) return;
  const { byteLength } = opened.bytes;
  const lastFour = await opened.bytes.read(byteLength - 4, byteLength);
  if (file.peek() === opened) change(sealChanges(byteLength, lastFour, crc.computed));
}

export function save(): void {
  const opened = file.peek();
  if (opened) download(opened.bytes.blob, opened.name);
}
