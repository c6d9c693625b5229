/** Finds bytes: hex or text, forwards and backwards, round the end. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { findBytes, parseNeedle } from '../../model/find_bytes.ts';
import { hexText } from '../../model/hex_rows.ts';
import { select, selection } from './selection.ts';
import { file } from './state.ts';

/** Set while the form is on the page. */
export const finder: { focus: () => void } = { focus: () => {} };

export function Find() {
  const said = useSignal('');
  const running = useRef(0);
  const input = useRef<HTMLInputElement>(null);
  finder.focus = () => input.current?.focus();

  async function find(backwards: boolean): Promise<void> {
    const opened = file.peek();
    const needle = parseNeedle(input.current?.value ?? '');
    if (!opened) return;
    if (!needle) {
      said.value = 'Type bytes as hex (54 4c) or text ("TLKV").';
      return;
    }
    const job = ++running.current;
    const { begin } = selection.peek();
    // The match one stands on counts once, not again.
    const { bytes } = needle;
    const here = await opened.bytes.read(begin, begin + bytes.length);
    const standing = hexText(here) === hexText(bytes);
    const from = backwards ? begin : begin + (standing ? 1 : 0);
    try {
      for await (const word of findBytes(opened.bytes, bytes, from, backwards)) {
        if (job !== running.current || file.peek() !== opened) return;
        if ('offset' in word) {
          select(word.offset, word.offset + bytes.length);
          said.value = word.wrapped ? 'Found, round the end of the file.' : '';
          return;
        }
        said.value = `Looked through ${Math.floor((word.done / opened.bytes.byteLength) * 100)} %.`;
      }
      const what = needle.as === 'hex' ? hexText(bytes.subarray(0, 8)) : `text like that`;
      said.value = `There is no ${what}${needle.as === 'hex' && bytes.length > 8 ? ' …' : ''}.`;
    } catch {
      said.value = 'The file can no longer be read.';
    }
  }

  return (
    <form
      class="go-to"
      novalidate
      onSubmit={(event) => {
        event.preventDefault();
        void find(false);
      }}
    >
      <label>
        Find{' '}
        <input
          ref={input}
          type="text"
          size={12}
          placeholder={'54 4c or "TL"'}
          autocomplete="off"
          spellcheck={false}
          onKeyDown={(event) => {
            if (event.key !== 'Escape' && !(event.key === 'Enter' && event.shiftKey)) return;
            event.preventDefault();
            if (event.key === 'Escape') running.current++;
            else void find(true);
          }}
        />
      </label>
      <button type="button" class="button small" onClick={() => void find(true)} aria-label="Find before">
        ‹
      </button>
      <button type="submit" class="button small" aria-label="Find next">
        ›
      </button>
      <span role="status">{said.value}</span>
    </form>
  );
}
