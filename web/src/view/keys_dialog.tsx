/** What each key does in the view in front. */
import { Dialog } from './dialog.tsx';
import { letterKeys } from './preferences.ts';
import { helpOpen, shortcuts } from './shortcuts.ts';

export function KeysDialog() {
  return (
    <Dialog title="Keys" open={helpOpen.value} onClose={() => (helpOpen.value = false)}>
      <dl class="keys">
        {shortcuts().map(({ keys, label, what }) => (
          <div key={what}>
            <dt>
              <kbd>{label ?? keys[0]}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p class="caption">
        Arrow keys move inside tiles, lists and bytes once the focus is there. Tab goes on to the next group.
      </p>
      <label class="check">
        <input
          type="checkbox"
          checked={letterKeys.value === 'on'}
          onChange={(event) => (letterKeys.value = event.currentTarget.checked ? 'on' : 'off')}
        />{' '}
        Single letters work as keys
      </label>
    </Dialog>
  );
}
