/**
 * What a choice of a question claims of the step that follows, as a text that a scenario can hold:
 * "copy, takes 2, 1 ref 1". The pool is the judge: claims are held against the frame after the step.
 */
import { blockOf } from './block.ts';
import { accepted } from './call.ts';
import { copyOf } from './changes.ts';
import type { Frame } from './session.ts';

export type Claim = (frame: Frame) => boolean;

const FORMS: readonly (readonly [form: RegExp, judge: (id: number, n: number) => Claim])[] = [
  [
    /^(\d+) free$/,
    (id) =>
      ({ after }) =>
        blockOf(after.snapshot, id).state === 'free',
  ],
  [
    /^(\d+) used$/,
    (id) =>
      ({ after }) =>
        blockOf(after.snapshot, id).state === 'used',
  ],
  [
    /^(\d+) cached$/,
    (id) =>
      ({ after }) =>
        blockOf(after.snapshot, id).state === 'cached',
  ],
  [
    /^(\d+) ref (\d+)$/,
    (id, n) =>
      ({ after }) =>
        blockOf(after.snapshot, id).ref === n,
  ],
  [
    /^(\d+) fill (\d+)$/,
    (id, n) =>
      ({ after }) =>
        blockOf(after.snapshot, id).fill === n,
  ],
  [
    /^(\d+) named$/,
    (id) =>
      ({ after }) =>
        blockOf(after.snapshot, id).hash !== 0n,
  ],
  [
    /^(\d+) unnamed$/,
    (id) =>
      ({ after }) =>
        blockOf(after.snapshot, id).hash === 0n,
  ],
  [
    /^takes (\d+)$/,
    (id) =>
      ({ changes }) =>
        changes.some((c) => c.id === id && c.before.state !== 'used'),
  ],
  [
    /^evicts (\d+)$/,
    (id) =>
      ({ changes }) =>
        changes.some((c) => c.id === id && evicted(c)),
  ],
  [
    /^evicts nothing$/,
    () =>
      ({ changes }) =>
        !changes.some(evicted),
  ],
  [
    /^copy$/,
    () =>
      ({ step }) =>
        step !== undefined && copyOf(step.call, step.outcome) !== undefined,
  ],
  [
    /^in place$/,
    () =>
      ({ step }) =>
        step?.call.fn === 'cow' && step.outcome.ids[0] === step.call.id,
  ],
  [
    /^hit$/,
    () =>
      ({ step }) =>
        step?.call.fn === 'lookup' && accepted(step.outcome),
  ],
  [
    /^miss$/,
    () =>
      ({ step }) =>
        step?.outcome.status === 'TL_ENOTFOUND',
  ],
  [
    /^accepted$/,
    () =>
      ({ step }) =>
        step !== undefined && accepted(step.outcome),
  ],
  [
    /^refused$/,
    () =>
      ({ step }) =>
        step !== undefined && !accepted(step.outcome),
  ],
  [
    /^nothing changes$/,
    () =>
      ({ changes }) =>
        changes.length === 0,
  ],
];

/** Undefined where the text is no claim. */
export function parseClaim(text: string): Claim | undefined {
  for (const [form, judge] of FORMS) {
    const found = form.exec(text.trim());
    if (found) return judge(Number(found[1]), Number(found[2]));
  }
  return undefined;
}

function evicted({ before, after }: Frame['changes'][number]): boolean {
  return before.state === 'cached' && after.hash !== before.hash;
}
