/** The comparison of the file in front with another open one, and the way from difference to difference. */
import { computed, signal } from '@preact/signals';
import { type Comparison, compare, DIFFERENCES_LISTED } from '../../model/compare.ts';
import { counterparts, nextDifference, previousDifference } from '../../model/find_difference.ts';
import { say } from '../live.ts';
import { cursor, file, files, moveTo, type OpenFile, show, whenThere } from './state.ts';
import { tool } from './tool.ts';

export interface Compared {
  readonly a: OpenFile;
  readonly b: OpenFile;
  /** Undefined until the end. */
  readonly result: Comparison | undefined;
  readonly share: number;
  readonly problem?: string;
}

const latest = signal<Compared | undefined>(undefined);
/** How far the search for a difference that is not listed has come; '' where none runs. */
export const seeking = signal('');

export const compared = computed(() => {
  const now = latest.value;
  return now?.a === file.value && files.value.includes(now?.b as OpenFile) ? now : undefined;
});

/** The listed difference that the cursor is in or has passed last; -1 before the first. */
export const at = computed(() => {
  const list = compared.value?.result?.differences ?? [];
  return list.findLastIndex(({ begin }) => begin <= cursor.value);
});

/**
 * What the other file has in the place of bytes of the one in front, while the two are compared: -1 for nothing.
 * Undefined while it is on its way, or nothing is compared.
 */
export function otherBytesAt(begin: number, end: number): Int16Array | undefined {
  const now = tool.value === 'compare' ? compared.value : undefined;
  return now && whenThere(counterparts(now.a, now.b, begin, end));
}

export const others = computed(() => files.value.filter((one) => one !== file.value));

let job = 0;

export async function compareWith(b: OpenFile): Promise<void> {
  const a = file.peek();
  if (!a) return;
  const mine = ++job;
  latest.value = { a, b, result: undefined, share: 0 };
  try {
    for await (const word of compare(a, b)) {
      if (mine !== job) return;
      if ('share' in word) latest.value = { a, b, result: undefined, share: word.share };
      else {
        latest.value = { a, b, result: word.result, share: 1 };
        goTo(word.result.differences[0]?.begin);
      }
    }
  } catch {
    if (mine === job)
      latest.value = {
        a,
        b,
        result: undefined,
        share: 0,
        problem: 'One of the files can no longer be read.',
      };
  }
}

export function stopComparing(): void {
  job++;
  latest.value = undefined;
}

/** Whether there may be one after the cursor, or before it: past those listed one has to look. */
export const hasNext = computed(() => {
  const list = compared.value?.result?.differences ?? [];
  return list.length === DIFFERENCES_LISTED || at.value < list.length - 1;
});
export const hasPrevious = computed(() => {
  const list = compared.value?.result?.differences ?? [];
  return list.length > 0 && (list[0]?.begin as number) < cursor.value;
});

export function toNextDifference(): void {
  if (hasNext.peek()) void seek(nextDifference);
}

export function toPreviousDifference(): void {
  if (hasPrevious.peek()) void seek(previousDifference);
}

async function seek(search: typeof nextDifference): Promise<void> {
  const now = compared.peek();
  if (!now) return;
  const mine = ++job;
  try {
    for await (const word of search(now.a, now.b, cursor.peek())) {
      if (mine !== job || compared.peek() !== now) return;
      if ('offset' in word) {
        seeking.value = '';
        goTo(word.offset);
        return;
      }
      seeking.value = `Looking for it: ${Math.floor(word.share * 100)} %`;
    }
    seeking.value = 'There is none.';
  } catch {
    if (mine === job) seeking.value = 'One of the files can no longer be read.';
  }
}

function goTo(offset: number | undefined): void {
  if (offset === undefined) return;
  moveTo(offset);
  const list = compared.peek()?.result?.differences ?? [];
  const index = at.peek();
  if (list[index]?.begin === offset) say(`Difference ${index + 1} of ${list.length}.`);
  else say(`Difference at ${offset}.`);
}

/** The other file in front, compared with this one. */
export function swap(): void {
  const now = compared.peek();
  if (!now) return;
  show(now.b);
  void compareWith(now.a);
}
