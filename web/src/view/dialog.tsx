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
  // Escape cancels at once. The close event comes later, perhaps when the next key has opened the dialog again.
  const onCloseEvent = () => {
    if (!dialog.current?.open) onClose();
  };
  return (
    <dialog ref={dialog} onCancel={onClose} onClose={onCloseEvent} aria-label={title}>
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
