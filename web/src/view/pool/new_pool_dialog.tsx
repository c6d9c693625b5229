/** A pool of any size to play on by hand. */
import { signal, useSignal } from '@preact/signals';
import { grouped } from '../../model/number.ts';
import { LIMITS, wrongSize } from '../../model/pool_size.ts';
import { Dialog } from '../dialog.tsx';
import { startFresh } from './free_play.ts';
import { prompt } from './prompt.tsx';

export const newPoolOpen = signal(false);

interface Field {
  readonly name: keyof typeof LIMITS;
  readonly label: string;
  readonly usual: number;
}

const FIELDS: readonly Field[] = [
  { name: 'blocks', label: 'Blocks', usual: 12 },
  { name: 'tokens', label: 'Tokens in a block', usual: 4 },
];

const SHAPE: readonly Field[] = [
  { name: 'layers', label: 'Layers', usual: 1 },
  { name: 'heads', label: 'K and V heads', usual: 1 },
  { name: 'dim', label: 'Elements of a head', usual: 4 },
];

export function NewPoolDialog() {
  const complaint = useSignal('');

  function make(event: SubmitEvent): void {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const entered = new FormData(form);
    const value = ({ name }: Field) => Number(entered.get(name));
    for (const field of [...FIELDS, ...SHAPE]) {
      const limit = LIMITS[field.name];
      if (Number.isInteger(value(field)) && value(field) >= 1 && value(field) <= limit) continue;
      complaint.value = `${field.label}: a whole number from 1 to ${grouped(limit)}.`;
      return;
    }
    const [blocks, tokens] = FIELDS.map(value) as [number, number];
    const usual = SHAPE.every((field) => value(field) === field.usual);
    const [layers, heads, dim] = SHAPE.map(value) as [number, number, number];
    const size = { blocks, tokens, ...(!usual && { layers, heads, dim }) };
    const wrong = wrongSize(size);
    complaint.value = wrong === undefined ? '' : `Too large: ${wrong}.`;
    if (wrong !== undefined) return;
    // Closed here and now, as closing gives the focus back to where it was.
    form.closest('dialog')?.close();
    newPoolOpen.value = false;
    startFresh(size);
    prompt.focus();
  }

  return (
    <Dialog
      title="Free play on a new pool"
      open={newPoolOpen.value}
      onClose={() => (newPoolOpen.value = false)}
    >
      <form class="new-pool" onSubmit={make} novalidate>
        {FIELDS.map(input)}
        <details>
          <summary>Shape of K and V</summary>
          {SHAPE.map(input)}
        </details>
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

function input({ name, label, usual }: Field) {
  return (
    <label key={name}>
      {label} <input name={name} type="text" inputMode="numeric" defaultValue={String(usual)} size={7} />
    </label>
  );
}
