/** Brings the pool up, then goes where the address says. */
import { effect, signal } from '@preact/signals';
import { init } from 'tlkv';
import { startWorker } from './envelope/worker.ts';
import { watchLayout } from './layout.ts';
import { followAddress } from './place.ts';
import { beginTour } from './pool/tour.tsx';
import { applyPreferences } from './preferences.ts';
import { listenToKeys } from './shortcuts.ts';

export type Readiness = { readonly ready: boolean; readonly problem?: string };

export const readiness = signal<Readiness>({ ready: false });

export async function start(): Promise<void> {
  effect(applyPreferences);
  watchLayout();
  try {
    await init();
  } catch (error) {
    readiness.value = { ready: false, problem: (error as Error).message };
    return;
  }
  if (location.hash === '') beginTour();
  followAddress();
  listenToKeys();
  readiness.value = { ready: true };
  // Behind the first picture.
  requestAnimationFrame(() => setTimeout(startWorker));
}
