/** Checks one envelope at a time, away from the page's thread. The last order wins. */
import { init } from 'tlkv';
import { checkBlob } from '../model/check_blob.ts';
import type { CheckAnswer, CheckOrder } from './messages.ts';

/** Often enough for a smooth bar, seldom enough to cost nothing. */
const REPORT_EVERY_MS = 100;

const ready = init();
let latest = 0;

addEventListener('message', ({ data }: MessageEvent<CheckOrder>) => {
  latest = data.job;
  if (data.blob) void check(data.job, data.blob);
});

async function check(job: number, blob: Blob): Promise<void> {
  let reported = performance.now();
  const isDue = () => {
    if (performance.now() - reported < REPORT_EVERY_MS) return false;
    reported = performance.now();
    return true;
  };
  try {
    await ready;
    for await (const progress of checkBlob(blob, () => job !== latest || isDue())) {
      if (job !== latest) return;
      answer({ job, progress });
    }
  } catch (error) {
    answer({ job, error: (error as Error).message });
  }
}

function answer(message: CheckAnswer): void {
  postMessage(message);
}
