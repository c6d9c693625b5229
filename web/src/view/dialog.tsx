/** A modal dialog of the browser's own: Escape closes it, focus stays inside and returns where it was. */

import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Key } from './key.tsx';

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, open, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    // Escape cancels at once, and the close event may come after the next key.
    <dialog ref={dialog} onCancel={onClose} onClose={onClose} aria-label={title}>
      <header class="dialog-head">
        <h2>{title}</h2>
        <button type="button" class="button" onClick={onClose}>
          Close <Key name="Esc" />
        </button>
      </header>
      {open && children}
    </dialog>
  );
}
