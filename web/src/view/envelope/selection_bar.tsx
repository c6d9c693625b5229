/** How many bytes are selected, and copies of them in the form that another program reads. */
import { useSignal } from '@preact/signals';
import { COPY_FORMATS, type CopyFormat, copyAs } from '../../model/copy_as.ts';
import { count } from '../../model/why.ts';
import { copyText } from '../clipboard.ts';
import { say } from '../live.ts';
import { rangeText } from './rules.tsx';
import { selection } from './selection.ts';
import { file } from './state.ts';

/** More than this is better saved as a file. */
const LIMIT_BYTES = 1024 * 1024;

const format = { current: 'hex' as CopyFormat };

/** Copies the selection in the form chosen last. */
export async function copySelection(as: CopyFormat = format.current): Promise<string> {
  const opened = file.peek();
  if (!opened) return '';
  const { begin, end } = selection.peek();
  const size = end - begin;
  if (size > LIMIT_BYTES)
    return `${size.toLocaleString('en-US')} bytes are too many to copy: at most 1 MiB. Export has files.`;
  const text = copyAs(as, await opened.bytes.read(begin, end), begin);
  return (await copyText(text)) ? `${count(size, 'byte')} copied.` : 'The browser did not allow copying.';
}

export function SelectionBar() {
  const said = useSignal('');
  const chosen = useSignal<CopyFormat>(format.current);
  const { begin, end } = selection.value;
  async function copy(): Promise<void> {
    said.value = await copySelection(chosen.value);
    say(said.value);
  }
  return (
    <div class="selection-bar">
      <span class="selection-size">
        <b>{count(end - begin, 'byte')}</b> selected: {rangeText(begin, end)}
      </span>
      <label>
        Copy as{' '}
        <select
          value={chosen.value}
          onChange={(event) => {
            format.current = event.currentTarget.value as CopyFormat;
            chosen.value = format.current;
          }}
        >
          {COPY_FORMATS.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="button" onClick={copy}>
        Copy
      </button>
      <span class="caption">{said.value}</span>
    </div>
  );
}
