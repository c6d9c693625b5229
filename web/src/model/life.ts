/** The calls that were about one block: its life so far, as the log holds it. */
import type { Call } from './call.ts';
import { FIRST_POOL } from './machine.ts';
import type { Step } from './session.ts';

/** Of the first `position` calls those that named the block or answered with it, in the pool in front. */
export function lifeOf(steps: readonly Step[], position: number, id: number): Step[] {
  const all = steps.slice(0, position);
  let pool = FIRST_POOL;
  const pools = all.map(({ call }) => {
    if (call.fn === 'pool') pool = call.name;
    return pool;
  });
  return all.filter((step, at) => pools[at] === pool && isAbout(step, id));
}

function isAbout({ call, outcome }: Step, id: number): boolean {
  return named(call).includes(id) || outcome.ids.includes(id);
}

function named(call: Call): readonly number[] {
  if ('id' in call) return [call.id];
  return call.fn === 'export' ? call.ids : [];
}
