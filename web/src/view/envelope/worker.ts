/** The worker that reads files. It is brought up with the page, so that a file later asks nothing of the server. */
import type { Answer, Order } from '../../worker/messages.ts';

type Kind = Order['what'];

const listeners = new Map<Kind, (answer: Answer) => void>();
const jobs: Record<Kind, number> = { check: 0, k: 0, v: 0 };
let worker: Worker | undefined;

export function startWorker(): void {
  if (worker) return;
  worker = new Worker(new URL('../../worker/file_worker.ts', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if (data.job === jobs[data.what]) listeners.get(data.what)?.(data);
  });
  worker.addEventListener('error', (event) => {
    for (const [what, listener] of listeners)
      listener({ what, job: jobs[what], error: event.message || 'the worker failed' });
  });
}

type WithoutJob<O> = O extends Order ? Omit<O, 'job'> : never;

/** Gives an order in the place of the last one of its kind. Only its own answers are heard from now on. */
export function order(what: WithoutJob<Order>, hear: (answer: Answer) => void): void {
  startWorker();
  listeners.set(what.what, hear);
  worker?.postMessage({ ...what, job: ++jobs[what.what] });
}
