/** Goes to an offset, decimal or 0x. */
import { useSignal } from '@preact/signals';
import { wholeNumber } from '../../model/address.ts';
import { file, moveTo } from './state.ts';

export function GoTo() {
  const complaint = useSignal('');
  const length = file.value?.bytes.byteLength ?? 0;
  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).elements.namedItem('offset') as HTMLInputElement;
    const offset = wholeNumber(input.value.trim());
    if (offset === undefined) complaint.value = 'An offset is a number: 50 or 0x32.';
    else if (offset >= length) complaint.value = `The last byte is ${(length - 1).toLocaleString('en-US')}.`;
    else {
      complaint.value = '';
      moveTo(offset);
    }
  }
  return (
    <form class="go-to" onSubmit={submit} novalidate>
      <label>
        Go to{' '}
        <input name="offset" type="text" size={11} placeholder="0x32" autocomplete="off" spellcheck={false} />
      </label>
      <span role="status">{complaint.value}</span>
    </form>
  );
}
