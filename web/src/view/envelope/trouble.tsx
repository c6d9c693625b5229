/** Why something that was dropped or chosen could not be opened or read. */
import { trouble } from './state.ts';

export function Trouble() {
  if (!trouble.value) return null;
  return (
    <p class="trouble" role="alert">
      ✕ {trouble.value}
    </p>
  );
}
