/** The comparison of the file in front with another open one. */
import { computed, signal } from '@preact/signals';
import { type Comparison, compare } from '../../model/compare.ts';
import { say } from '../live.ts';
import { file, files, moveTo, type OpenFile, show } from './state.ts';

export interface Compared {
  readonly a: OpenFile;
  readonly b: OpenFile;
  /** Undefined until the end. */
  readonly result: Comparison | undefined;
  readonly share: number;
  readonly problem?: string;
}

const latest = signal<Compared | undefined>(undefined);
/** The difference one stands at. */
export const at = signal(0);

export const compared = computed(() => {
  const now = latest.value;
  return now?.a === file.value && files.value.includes(now?.b as OpenFile) ? now : undefined;
});

export const others = computed(() => files.value.filter((one) => one !== file.value));

let job = 0;

export async function compareWith(b: OpenFile): Promise<void> {
  const a = file.peek();
  if (!a) return;
  const mine = ++job;
  at.value = 0;
  latest.value = { a, b, result: undefined, share: 0 };
  try {
    for await (const word of compare(a, b)) {
      if (mine !== job) return;
      if ('share' in word) latest.value = { a, b, result: undefined, share: word.share };
      else {
        latest.value = { a, b, result: word.result, share: 1 };
        goToDifference(0);
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

export function goToDifference(index: number): void {
  const list = compared.peek()?.result?.differences ?? [];
  if (list.length === 0) return;
  at.value = Math.min(Math.max(0, index), list.length - 1);
  moveTo(list[at.value]?.begin ?? 0);
  say(`Difference ${at.value + 1} of ${list.length}.`);
}

export function nextDifference(): void {
  goToDifference(at.peek() + 1);
}

export function previousDifference(): void {
  goToDifference(at.peek() - 1);
}

/** The other file in front, compared with this one. */
export function swap(): void {
  const now = compared.peek();
  if (!now) return;
  show(now.b);
  void compareWith(now.a);
}
