import { signal } from '@preact/signals';
import type { Shortcut } from '../shortcuts.ts';
import { stopCheck } from './checking.ts';
import { toNextDifference, toPreviousDifference } from './comparing.ts';
import { seal, undo } from './damage.ts';
import { finder } from './find.tsx';
import { picker } from './picker.tsx';
import { cursor, file, moveTo, place } from './state.ts';
import { toggleTool } from './tool.ts';

export const pasteOpen = signal(false);

function nextField(): void {
  const now = place.peek();
  if (now) moveTo(now.field.end);
}

export function previousField(): void {
  const now = place.peek();
  const map = file.peek()?.map;
  if (!now || !map) return;
  const before = map.fieldAt(now.field.begin - 1);
  moveTo(cursor.peek() > now.field.begin ? now.field.begin : (before?.begin ?? 0));
}

export const KEYS: readonly Shortcut[] = [
  { keys: ['o'], label: 'O', what: 'open files', run: () => picker.open() },
  {
    keys: ['v'],
    label: 'V',
    what: 'paste hex',
    run: () => {
      pasteOpen.value = true;
    },
  },
  { keys: ['Escape'], label: 'Esc', what: 'stop the check', run: stopCheck },
  { keys: ['d'], label: 'D', what: 'try damage', run: () => toggleTool('damage') },
  { keys: ['h'], label: 'H', what: 'check a prefix', run: () => toggleTool('prefix') },
  { keys: ['c'], label: 'C', what: 'compare', run: () => toggleTool('compare') },
  { keys: ['e'], label: 'E', what: 'export', run: () => toggleTool('export') },
  { keys: ['.'], what: 'next difference', run: toNextDifference },
  { keys: [','], what: 'previous difference', run: toPreviousDifference },
  { keys: ['z'], label: 'Z', what: 'undo an edit', run: undo },
  { keys: ['s'], label: 'S', what: 'seal again', run: () => void seal() },
  { keys: ['/', 'f'], label: 'F', what: 'find bytes', run: () => finder.focus() },
  { keys: ['n'], label: 'N', what: 'next field', run: nextField },
  { keys: ['p'], label: 'P', what: 'previous field', run: previousField },
];
