/** What the reader has chosen, kept in this browser. Where storage is refused, it lasts as long as the page. */
import { computed, type Signal, signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

export const theme = kept<Theme>('theme', 'system', ['system', 'light', 'dark']);
/** The projector's size. */
export const large = kept<'off' | 'on'>('large', 'off', ['off', 'on']);
/** Whether the page asks before the steps that matter. */
export const predictions = kept<'off' | 'on'>('predictions', 'on', ['off', 'on']);
/** Whether a first visit is still to be shown around. */
export const tour = kept<'new' | 'seen'>('tour', 'new', ['new', 'seen']);
/** Single-letter keys can be in the way of speech input, so they can be switched off. */
export const letterKeys = kept<'off' | 'on'>('letter-keys', 'on', ['off', 'on']);

export function applyPreferences(): void {
  const root = document.documentElement;
  root.dataset.theme = theme.value;
  root.dataset.large = large.value;
}

const systemDark = media('(prefers-color-scheme: dark)');
/** Whether the system sets the colours: what is drawn by hand is drawn again. */
export const forced = media('(forced-colors: active)');

/** Whether the page is dark at the moment. */
export const dark = computed(() => (theme.value === 'system' ? systemDark.value : theme.value === 'dark'));

export function toggleTheme(): void {
  theme.value = dark.value ? 'light' : 'dark';
}

export function togglePredictions(): void {
  predictions.value = predictions.value === 'on' ? 'off' : 'on';
}

export function toggleLarge(): void {
  large.value = large.value === 'on' ? 'off' : 'on';
}

function media(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener('change', (event) => {
    matches.value = event.matches;
  });
  return matches;
}

function kept<T extends string>(name: string, fallback: T, values: readonly T[]): Signal<T> {
  const key = `tlkv.${name}`;
  const stored = read(key);
  const choice = signal(values.find((value) => value === stored) ?? fallback);
  choice.subscribe((value) => write(key, value));
  return choice;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // A page without storage works all the same.
  }
}
