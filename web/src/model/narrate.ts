/** What a step did, in one breath: for the live region, which a screen reader speaks. */
import { accepted } from './call.ts';
import type { Frame } from './session.ts';

const SPOKEN = 4;

export function narrate(frame: Frame, steps: number): string {
  const { step, changes, balance } = frame;
  const sums = `${balance.free} free, ${balance.used} used, ${balance.cached} cached of ${balance.blocks}.`;
  if (!step) return `Step 0 of ${steps}: a new pool. ${sums}`;
  const answer = accepted(step.outcome) ? step.result : `${step.outcome.status}, nothing changed`;
  const said = changes.slice(0, SPOKEN).map((change) => `Block ${change.id}: ${change.note}.`);
  if (changes.length > SPOKEN) said.push(`And ${changes.length - SPOKEN} blocks more.`);
  const parts = [
    `Step ${step.index} of ${steps}: ${step.short}${answer ? `, ${answer}` : ''}.`,
    ...said,
    sums,
  ];
  return parts.join(' ').replaceAll('→', 'to');
}
