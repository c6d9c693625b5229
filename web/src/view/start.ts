/** Brings the pool up, then goes where the address says. */
import { effect, signal } from '@preact/signals';
import { init } from 'tlkv';
import { parseAddress } from '../model/address.ts';
import { startWorker } from './envelope/worker.ts';
import { watchLayout } from './layout.ts';
import { followAddress, view } from './place.ts';
import { beginTour } from './pool/tour.tsx';
import { applyPreferences } from './preferences.ts';
import { listenToKeys } from './shortcuts.ts';

export type Readiness = { readonly ready: boolean; readonly problem?: string };

export const readiness = signal<Readiness>({ ready: false });

export async function start(): Promise<void> {
  effect(applyPreferences);
  watchLayout();
  view.value = parseAddress(location.hash).view;
  try {
    await init();
  } catch (error) {
    readiness.value = { ready: false, problem: (error as Error).message };
    return;
  }
  if (location.hash === '') beginTour();
  followAddress();
  listenToKeys();
  // A task of its own for the first picture: a slow machine answers its reader in between.
  await new Promise((turn) => setTimeout(turn));
  readiness.value = { ready: true };
  // Behind the first picture.
  requestAnimationFrame(() => setTimeout(startWorker));
}
