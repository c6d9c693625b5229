/** The check of the file in front: small files at once, larger ones in the worker, one at a time. */
import { type Signal, signal } from '@preact/signals';
import type { EnvelopeReport } from 'tlkv';
import { checkBeginning, checkBytes, FIRST_BYTES } from '../../model/check_blob.ts';
import type { FileBytes } from '../../model/file_bytes.ts';
import type { Answer } from '../../worker/messages.ts';
import { order } from './worker.ts';

export interface Check {
  /** `waiting`: not begun, or left for another file. `stopped`: by its reader. */
  readonly state: 'waiting' | 'running' | 'stopped' | 'failed' | 'finished';
  /** What is known so far. The same object while nothing is found, so that nothing is drawn again. */
  readonly report: EnvelopeReport;
  /** The CRC of the bytes checked. */
  readonly crcSoFar: number | undefined;
  /** Bytes checked. */
  readonly done: number;
  /** Since the check began. */
  readonly seconds: number;
}

/** Files up to this size are checked at once: a few milliseconds. */
export const AT_ONCE_BYTES = 1024 * 1024;

/** The answer for a small file; what the beginning tells of a larger one, whose first page must be there. */
export function beginCheck(bytes: FileBytes): Signal<Check> {
  const { byteLength } = bytes;
  const small = byteLength <= AT_ONCE_BYTES;
  const known = bytes.peek(0, small ? byteLength : FIRST_BYTES);
  if (!known) throw new Error('beginCheck: the first bytes are not there');
  if (small) {
    const report = checkBytes(known);
    return signal({
      state: 'finished',
      report,
      crcSoFar: report.crc?.computed,
      done: byteLength,
      seconds: 0,
    });
  }
  const report = checkBeginning(known, byteLength);
  return signal({ state: 'waiting', report, crcSoFar: report.crc?.computed, done: 0, seconds: 0 });
}

let running: { check: Signal<Check>; since: number } | undefined;

/** Checks to the end, unless that is done. The check that was running waits. */
export function runCheck(check: Signal<Check>, blob: Blob): void {
  if (running?.check === check) return;
  leave('waiting');
  if (check.peek().state === 'finished') return;
  running = { check, since: performance.now() };
  check.value = { ...check.peek(), state: 'running', done: 0, seconds: 0 };
  order({ what: 'check', blob }, hear);
}

export function stopCheck(): void {
  leave('stopped');
}

function leave(state: 'waiting' | 'stopped'): void {
  if (!running) return;
  const { check } = running;
  running = undefined;
  check.value = { ...check.peek(), state };
  order({ what: 'check' }, hear);
}

function hear(answer: Answer): void {
  if (!running) return;
  const { check, since } = running;
  const seconds = (performance.now() - since) / 1000;
  if (!('progress' in answer)) {
    running = undefined;
    check.value = { ...check.peek(), state: 'failed', seconds };
    return;
  }
  const { done, report, finished } = answer.progress;
  if (finished) running = undefined;
  const before = check.peek().report;
  const unchanged =
    !finished &&
    before.findingsCount === report.findingsCount &&
    before.warningsCount === report.warningsCount;
  check.value = {
    state: finished ? 'finished' : 'running',
    report: unchanged ? before : report,
    crcSoFar: report.crc?.computed,
    done,
    seconds,
  };
}
