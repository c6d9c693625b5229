/** The bytes that are selected: from an anchor to the cursor, both included; without an anchor, the cursor's byte. */
import { batch, computed, signal } from '@preact/signals';
import { say } from '../live.ts';
import { cursor, file, moveTo } from './state.ts';

const anchor = signal<number | undefined>(undefined);

export const selection = computed(() => {
  const from = anchor.value ?? cursor.value;
  return { begin: Math.min(from, cursor.value), end: Math.max(from, cursor.value) + 1 };
});

/** Whether there is more than the cursor. */
export const selecting = computed(() => anchor.value !== undefined);

export function clearSelection(): void {
  anchor.value = undefined;
}

/** Selects from where the selection began, or else from the cursor. */
export function extendTo(offset: number): void {
  batch(() => {
    anchor.value ??= cursor.peek();
    moveTo(offset);
  });
}

/** Selects [begin, end). */
export function select(begin: number, end: number): void {
  batch(() => {
    moveTo(end - 1);
    moveTo(begin);
    anchor.value = end - begin > 1 ? end - 1 : undefined;
  });
}

export function selectAll(): void {
  const length = file.peek()?.bytes.byteLength ?? 0;
  if (length === 0) return;
  batch(() => {
    anchor.value = 0;
    moveTo(length - 1);
  });
  say(`All ${length.toLocaleString('en-US')} bytes are selected.`);
}
