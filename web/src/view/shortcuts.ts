/** Keys that work wherever the focus is, except while one writes. The view in front adds its own. */
import { signal } from '@preact/signals';
import * as envelope from './envelope/keys.ts';
import { view } from './place.ts';
import * as pool from './pool/keys.ts';
import { letterKeys, toggleLarge, toggleTheme } from './preferences.ts';

export interface Shortcut {
  readonly keys: readonly string[];
  /** How the key is printed; the first of `keys` if absent. */
  readonly label?: string;
  readonly what: string;
  readonly run: (key: string) => void;
}

export const helpOpen = signal(false);

const EVERYWHERE: readonly Shortcut[] = [
  { keys: ['t'], label: 'T', what: 'light or dark', run: toggleTheme },
  { keys: ['l'], label: 'L', what: 'large, for a projector', run: toggleLarge },
  { keys: ['?'], what: 'the keys', run: () => (helpOpen.value = !helpOpen.value) },
];

export function shortcuts(): readonly Shortcut[] {
  const own = { pool: pool.KEYS, envelope: envelope.KEYS, learn: [] }[view.value];
  return [...own, ...EVERYWHERE];
}

export function listenToKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || helpOpen.value) return;
    if (ownsKey(event.target, event.key)) return;
    const letter = event.key.length === 1 && event.key !== ' ';
    if (letter && letterKeys.value === 'off') return;
    const found = shortcuts().find(({ keys }) => keys.includes(letter ? event.key.toLowerCase() : event.key));
    if (!found) return;
    event.preventDefault();
    found.run(event.key);
  });
}

/** Whether the focused control needs the key for itself. */
function ownsKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest('input:not([type=range]), textarea, select, dialog')) return true;
  if (target instanceof HTMLInputElement) return key.startsWith('Arrow') || key === 'Home' || key === 'End';
  const activates = key === ' ' || key === 'Enter';
  return activates && target.closest('button, a, summary') !== null;
}
