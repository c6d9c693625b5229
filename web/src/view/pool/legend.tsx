/** What the drawings mean. */
import { useMemo } from 'preact/hooks';
import { UNKNOWN_TOKEN } from '../../model/unknown_token.ts';
import { MarkSign, Seal } from '../icons.tsx';
import { stage } from './state.ts';

export function Legend() {
  const steps = stage.value?.session.steps;
  const imports = useMemo(
    () => steps?.some(({ call }) => call.fn === 'import' && call.bytes),
    [steps?.length, steps],
  );
  return (
    <section class="legend" aria-labelledby="legend-title">
      <h2 id="legend-title">Marks</h2>
      <ul>
        <li>
          <span class="swatch" data-state="free" /> free
        </li>
        <li>
          <span class="swatch" data-state="used" /> used
        </li>
        <li>
          <span class="swatch" data-state="used" data-shared="3" /> shared
        </li>
        <li>
          <span class="swatch" data-state="cached" /> cached
        </li>
        <li>
          <Seal /> registered
        </li>
        <li>
          <span class="swatch swatch-changed" /> changed now
        </li>
        <li>
          <MarkSign mark="copied" /> copied
        </li>
        <li>
          <MarkSign mark="to-cache" /> to the cache
        </li>
        <li>
          <MarkSign mark="revived" /> revived
        </li>
        <li>
          <MarkSign mark="evicted" /> evicted
        </li>
        <li>
          <MarkSign mark="refused" /> refused
        </li>
        <li>
          <MarkSign mark="missed" /> missed
        </li>
      </ul>
      {imports && (
        <p class="caption">
          <b>?</b> {UNKNOWN_TOKEN}.
        </p>
      )}
    </section>
  );
}
