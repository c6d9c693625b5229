/** A modal dialog of the browser's own: Escape closes it, focus stays inside and returns where it was. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Key } from './key.tsx';

interface Props {
  title: string;
  open: boolean;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, open, onClose, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) element?.showModal();
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title}>
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
