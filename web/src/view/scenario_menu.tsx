/** The scenario in front, and the others to choose from. A select of the browser's own lies over the drawn title. */
import { SCENARIOS } from '../model/scenarios.ts';
import { count } from '../model/why.ts';
import { newPoolOpen } from './pool/new_pool_dialog.tsx';
import { openScenario, stage } from './pool/state.ts';

const OWN = 'own';
const NEW = 'new';

export function ScenarioMenu() {
  const on = stage.value;
  if (!on) return null;
  const { blocks, tokens, layers, heads, dim } = on.scenario.pool;

  function choose(select: HTMLSelectElement): void {
    const name = select.value;
    if (name === NEW) newPoolOpen.value = true;
    else openScenario(name);
    select.value = on?.name ?? OWN;
  }

  return (
    <>
      <span class="menu">
        <b>{on.scenario.title}</b> <span aria-hidden="true">▾</span>
        <select
          aria-label="Scenario"
          value={on.name ?? OWN}
          onChange={(event) => choose(event.currentTarget)}
        >
          {on.name === undefined && <option value={OWN}>{on.scenario.title}</option>}
          {[...SCENARIOS].map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
          <option value={NEW}>Free play on a new pool …</option>
        </select>
      </span>
      <span class="subject-size">
        {count(blocks, 'block')} of {count(tokens, 'token')}
        {layers !== undefined && `, L ${layers} H ${heads} D ${dim}`}
      </span>
    </>
  );
}
