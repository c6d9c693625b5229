/** How far the check of a large file is. */

import { Key } from '../key.tsx';
import { stopCheck } from './checking.ts';
import { checkAgain, file } from './state.ts';

const MIB = 1024 * 1024;

export function Progress() {
  const opened = file.value;
  const check = opened?.check.value;
  if (!opened || !check || check.state === 'finished') return null;
  const { byteLength } = opened.bytes;
  const { done, seconds, state, report } = check;
  const share = done / byteLength;
  const perSecond = done / seconds;
  const { map } = opened;
  const blocks = Math.max(0, Math.floor((done - 28) / map.recordBytes));
  const running = state === 'running';
  return (
    <section class="progress" aria-label="Progress of the check">
      <progress max={1} value={share} aria-label="Share of the file that is checked" />
      <p>
        <span>
          <b>{Math.floor(share * 100)} %</b>
        </span>
        <span>
          {sizeText(done)} of {sizeText(byteLength)}
        </span>
        {report.blockCount > 0 && (
          <span>
            block {Math.min(blocks, report.blockCount).toLocaleString('en-US')} of{' '}
            {report.blockCount.toLocaleString('en-US')}
          </span>
        )}
        {running && seconds > 0.3 && done > 0 && (
          <span class="progress-rate">
            {Math.round(perSecond / MIB).toLocaleString('en-US')} MiB/s,{' '}
            {Math.ceil((byteLength - done) / perSecond)} s left
          </span>
        )}
        {running ? (
          <button type="button" class="button" onClick={stopCheck}>
            Stop <Key name="Esc" />
          </button>
        ) : (
          <button type="button" class="button" onClick={checkAgain}>
            Check from the start
          </button>
        )}
      </p>
    </section>
  );
}

function sizeText(bytes: number): string {
  if (bytes < MIB) return `${(bytes / 1024).toFixed(0)} KiB`;
  return bytes < 1024 * MIB ? `${(bytes / MIB).toFixed(0)} MiB` : `${(bytes / 1024 / MIB).toFixed(2)} GiB`;
}
