import type { Page } from 'playwright-core';

interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  /** Microseconds. */
  readonly ts: number;
  readonly dur: number;
  /** Of the processor: what other programs take meanwhile does not count. */
  readonly tdur?: number;
}

/**
 * Milliseconds of processor time that the page's main thread works from each `performance.mark('frame')` to the
 * next, in the order of the frames.
 */
export async function workOfFrames(page: Page, act: () => Promise<void>): Promise<number[]> {
  const events = await trace(page, act);
  const frames = events
    .filter(({ name, cat }) => name === 'frame' && cat.includes('user_timing'))
    .toSorted((a, b) => a.ts - b.ts);
  const work = frames.map(() => 0);
  for (const { name, ph, pid, tid, ts, dur, tdur } of events) {
    if (!name.includes('RunTask') || ph !== 'X' || tdur === undefined) continue;
    if (pid !== frames[0]?.pid || tid !== frames[0].tid) continue;
    // The mark lies inside the task that draws the frame.
    const frame = frames.findLastIndex((mark) => mark.ts <= ts + dur);
    if (frame >= 0) work[frame] = (work[frame] as number) + tdur / 1000;
  }
  return work;
}

async function trace(page: Page, act: () => Promise<void>): Promise<TraceEvent[]> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  if (!session) throw new Error('no browser');
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'toplevel', 'blink.user_timing'] },
  });
  await act();
  const complete = new Promise((done) => session.once('Tracing.tracingComplete', done));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return events;
}
