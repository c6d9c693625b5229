/** A pool of any size to play on by hand. */
import { signal, useSignal } from '@preact/signals';
import { Dialog } from '../dialog.tsx';
import { startFresh } from './free_play.ts';
import { prompt } from './prompt.tsx';

export const newPoolOpen = signal(false);

const MOST_BLOCKS = 65536;
const MOST_TOKENS = 256;

export function NewPoolDialog() {
  const complaint = useSignal('');

  function make(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const fields = new FormData(form);
    const blocks = Number(fields.get('blocks'));
    const tokens = Number(fields.get('tokens'));
    if (!(Number.isInteger(blocks) && blocks >= 1 && blocks <= MOST_BLOCKS))
      complaint.value = `Blocks: a whole number from 1 to ${MOST_BLOCKS.toLocaleString('en-US')}.`;
    else if (!(Number.isInteger(tokens) && tokens >= 1 && tokens <= MOST_TOKENS))
      complaint.value = `Tokens: a whole number from 1 to ${MOST_TOKENS}.`;
    else {
      complaint.value = '';
      // Closed here and now, as closing gives the focus back to where it was.
      form.closest('dialog')?.close();
      newPoolOpen.value = false;
      startFresh(blocks, tokens);
      prompt.focus();
    }
  }

  return (
    <Dialog
      title="Free play on a new pool"
      open={newPoolOpen.value}
      onClose={() => (newPoolOpen.value = false)}
    >
      <form class="new-pool" onSubmit={make} novalidate>
        <label>
          Blocks <input name="blocks" type="text" inputMode="numeric" value="12" size={7} />
        </label>
        <label>
          Tokens in a block <input name="tokens" type="text" inputMode="numeric" value="4" size={4} />
        </label>
        <p class="complaint" role="status">
          {complaint.value}
        </p>
        <button type="submit" class="button primary">
          Make the pool
        </button>
      </form>
    </Dialog>
  );
}
