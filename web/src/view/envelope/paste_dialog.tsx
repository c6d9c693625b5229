/** Bytes from hex that is pasted or typed. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { parseHex } from '../../model/paste.ts';
import { Dialog } from '../dialog.tsx';
import { AT_ONCE_BYTES } from './checking.ts';
import { pasteOpen } from './keys.ts';
import { openBytes } from './state.ts';

export function PasteDialog() {
  const text = useRef<HTMLTextAreaElement>(null);
  const complaint = useSignal('');

  function open(event: SubmitEvent): void {
    event.preventDefault();
    const parsed = parseHex(text.current?.value ?? '');
    if ('error' in parsed) complaint.value = parsed.error;
    else if (parsed.bytes.byteLength > AT_ONCE_BYTES)
      complaint.value = 'That is more than 1 MiB: save it as a file and open that.';
    else {
      complaint.value = '';
      pasteOpen.value = false;
      openBytes('pasted.tlkv', parsed.bytes);
    }
  }

  return (
    <Dialog title="Paste hex" open={pasteOpen.value} onClose={() => (pasteOpen.value = false)}>
      <form onSubmit={open} novalidate>
        <label class="paste-label" for="paste-text">
          Bytes in hex: plain, with commas or 0x, or the output of xxd or hexdump -C
        </label>
        <textarea id="paste-text" ref={text} rows={8} spellcheck={false} aria-describedby="paste-complaint" />
        <p id="paste-complaint" class="complaint" role="status">
          {complaint.value}
        </p>
        <button type="submit" class="button primary">
          Open
        </button>
      </form>
    </Dialog>
  );
}
