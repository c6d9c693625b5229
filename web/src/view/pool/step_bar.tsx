/** Step, back, play, and the whole scenario as a line to move along. */

import { Key } from '../key.tsx';
import { KEYS } from './keys.ts';
import { playing, SPEEDS, speed, togglePlay } from './playing.ts';
import { Scrubber } from './scrubber.tsx';
import { frame, stage } from './state.ts';

const run = (key: string) => () => KEYS.find(({ keys }) => keys.includes(key))?.run(key);

export function StepBar() {
  const now = frame.value;
  const total = stage.value?.session.steps.length ?? 0;
  if (!now) return null;
  return (
    <footer class="step-bar" aria-label="Steps" role="group">
      <div class="step-buttons">
        <button type="button" class="button restart" onClick={run('Home')} disabled={now.position === 0}>
          <span aria-hidden="true">|◂</span>
          <span class="unseen">Restart</span>
        </button>
        <button type="button" class="button" onClick={run('ArrowLeft')} disabled={now.position === 0}>
          <span aria-hidden="true">◂ </span>Back <Key name="←" />
        </button>
        <button
          type="button"
          class="button primary"
          onClick={run('ArrowRight')}
          disabled={now.position === total}
        >
          Step<span aria-hidden="true"> ▸</span> <Key name="→" />
        </button>
        <button type="button" class="button play" onClick={togglePlay} aria-pressed={playing.value}>
          {playing.value ? 'Pause' : 'Play'} <Key name="space" />
        </button>
        <label class="speed">
          speed{' '}
          <select value={speed.value} onChange={(event) => (speed.value = Number(event.currentTarget.value))}>
            {SPEEDS.map((choice) => (
              <option key={choice} value={choice}>
                {choice}×
              </option>
            ))}
          </select>
        </label>
      </div>
      <Scrubber />
      <p class="step-count">
        <span class="step-word">step </span>
        <b>{now.position}</b> of {total}
      </p>
    </footer>
  );
}
