/** The buttons that open files: the system's picker, or pasted hex. */

import { useLayoutEffect, useRef } from 'preact/hooks';
import { Key } from '../key.tsx';
import { takeFiles } from './intake.ts';
import { pasteOpen } from './keys.ts';

export function Picker() {
  return (
    <p class="picker">
      <button type="button" class="button primary" onClick={() => picker.open()}>
        Choose files <Key name="O" />
      </button>{' '}
      <button type="button" class="button" onClick={() => (pasteOpen.value = true)}>
        Paste hex <Key name="V" />
      </button>
    </p>
  );
}

/** Set by FileInput while it is on the page. */
export const picker: { open: () => void } = { open: () => {} };

export function FileInput() {
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    picker.open = () => input.current?.click();
  }, []);
  return (
    <input
      ref={input}
      type="file"
      hidden
      multiple
      onChange={(event) => {
        const chosen = [...(event.currentTarget.files ?? [])];
        // The same file may be chosen again after it changed.
        event.currentTarget.value = '';
        if (chosen.length > 0) void takeFiles(chosen);
      }}
    />
  );
}
