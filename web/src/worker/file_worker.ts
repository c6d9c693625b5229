/** Reads files away from the page's thread: checks one, sums up slabs. Of each kind the last order wins. */
import { init } from 'tlkv';
import { checkBlob } from '../model/check_blob.ts';
import { summarizeBlob } from '../model/slab_summary.ts';
import type { Answer, CheckOrder, Order, SlabOrder } from './messages.ts';

/** Often enough for a smooth bar, seldom enough to cost nothing. */
const REPORT_EVERY_MS = 250;

const ready = init();
const latest = { check: 0, k: 0, v: 0 };

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  latest[data.what] = data.job;
  void (data.what === 'check' ? check(data) : sumUp(data)).catch((error: Error) => {
    answer({ what: data.what, job: data.job, error: error.message });
  });
});

async function check({ what, job, blob }: CheckOrder): Promise<void> {
  if (!blob) return;
  let reported = performance.now();
  const isDue = () => {
    if (performance.now() - reported < REPORT_EVERY_MS) return false;
    reported = performance.now();
    return true;
  };
  await ready;
  for await (const progress of checkBlob(blob, () => job !== latest.check || isDue())) {
    if (job !== latest.check) return;
    answer({ what, job, progress });
  }
}

async function sumUp({ what, job, blob, place }: SlabOrder): Promise<void> {
  await ready;
  const summary = await summarizeBlob(place, blob, () => job === latest[what]);
  if (summary) answer({ what, job, summary });
}

function answer(message: Answer): void {
  postMessage(message);
}
