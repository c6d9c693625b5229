/** What stands beside the pool, and the choice of it. */
import { formatBeside, parseBeside } from '../../model/beside.ts';
import { large } from '../preferences.ts';
import { ContiguousFigures, ContiguousPanel } from './contiguous_panel.tsx';
import { noRival } from './rival.ts';
import { Differences, RivalFigures, RivalPanel } from './rival_panel.tsx';
import { beside, stage } from './state.ts';

const BLOCK_SIZES = [1, 2, 4, 8, 16, 32, 64];

export function BesidePanel() {
  const on = stage.value;
  if (!on) return null;
  const now = beside.value;
  const { tokens } = on.scenario.pool;
  const choices: [string, string][] = [
    ['alone', 'nothing'],
    ['contiguous', 'one array for each request'],
    ['head-first', 'the same pool, released head first'],
    ...BLOCK_SIZES.filter((size) => size !== tokens).map((size): [string, string] => [
      `blocks-of-${size}`,
      `the same memory in blocks of ${size}`,
    ]),
  ];
  const value = now?.kind === 'contiguous' ? 'contiguous' : formatBeside(now);
  if (!choices.some(([name]) => name === value)) choices.push([value, value]);
  return (
    <section class="beside" aria-labelledby="beside-title">
      <div class="beside-head">
        <h2 id="beside-title">Beside it</h2>
        <select
          aria-label="What stands beside the pool"
          value={value}
          onChange={(event) => {
            const choice = parseBeside(event.currentTarget.value);
            if (choice !== 'unknown') beside.value = choice;
          }}
        >
          {choices.map(([name, text]) => (
            <option key={name} value={name}>
              {text}
            </option>
          ))}
        </select>
      </div>
      {now?.kind === 'contiguous' && <ContiguousPanel longest={now.longest} />}
      {now && now.kind !== 'contiguous' && <RivalPanel />}
      {large.value === 'off' && <Figures />}
      {now && now.kind !== 'contiguous' && <Differences />}
    </section>
  );
}

function Figures() {
  const now = beside.value;
  if (!now) return null;
  return now.kind === 'contiguous' ? <ContiguousFigures longest={now.longest} /> : <RivalFigures />;
}

/** On a projector the figures stand beside the blocks: under them they would be out of view. */
export function ProjectedFigures() {
  if (large.value === 'off' || !beside.value || noRival.value) return null;
  return (
    <section class="projected-figures" aria-labelledby="figures-title">
      <h2 id="figures-title">In numbers</h2>
      <Figures />
    </section>
  );
}
