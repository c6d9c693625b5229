/** The call as a C programmer writes it, its answer, and why. */
import { accepted } from '../../model/call.ts';
import type { Step } from '../../model/session.ts';
import { whyOf } from '../../model/why.ts';
import { frame, stage } from './state.ts';

export function CallHeading() {
  const now = frame.value;
  const on = stage.value;
  if (!now || !on) return null;
  const { step } = now;
  const { session } = on;
  const why = whyOf(now, session.size.tokens, (hash) => session.hashName(hash));
  const refused = step !== undefined && !accepted(step.outcome) && step.outcome.status !== 'TL_ENOTFOUND';
  return (
    <header class="call">
      <p class="call-of">
        <Command />
      </p>
      <h1>
        <code class="call-text">{step?.full ?? 'tl_kv_pool_create(&cfg, &p);'}</code>{' '}
        <code class="call-answer" data-refused={refused}>
          {refused && '✕ '}
          {[answerStatus(step), step?.result].filter(Boolean).join(', ')}
        </code>
      </h1>
      <p class="why">
        {refused && <code class="call-message">{step.outcome.message}</code>}
        {step?.why ?? why.text} <span class="rule">Rule: {why.rule}</span>
      </p>
    </header>
  );
}

/** The command that made the call, and all the calls of C that it is, in their order. */
function Command() {
  const step = frame.value?.step;
  const on = stage.value;
  if (!step || !on) return <>Before the first command</>;
  const { steps, ends } = on.session;
  const calls = steps.slice(ends[step.command - 1] ?? 0, ends[step.command]);
  return (
    <>
      <code>{on.scenario.steps[step.command]?.do}</code>
      {saidOf(step, calls)}
    </>
  );
}

function saidOf(step: Step, calls: readonly Step[]): string {
  if (step.call.fn === 'pool' && !step.call.made)
    return ' is no call of C: those that follow go to that pool';
  if (calls.length === 1) return ' is one call';
  const at = calls.indexOf(step);
  return ` is ${calls.length} calls of C, this is number ${at + 1}: ${windowOf(calls, at)}`;
}

const CALLS_SHOWN = 6;

/** The names of the calls around one of them. */
function windowOf(calls: readonly Step[], at: number): string {
  const begin = Math.max(0, Math.min(at - CALLS_SHOWN / 2, calls.length - CALLS_SHOWN));
  const names = calls.slice(begin, begin + CALLS_SHOWN).map(({ call }) => call.fn);
  return [begin > 0 && '…', ...names, begin + CALLS_SHOWN < calls.length && '…'].filter(Boolean).join(', ');
}

/** ref is the one call without a status; it says so only by what it changed. */
function answerStatus(step: { call: { fn: string }; outcome: { status: string } } | undefined): string {
  if (!step) return 'TL_OK';
  return step.call.fn === 'ref' && step.outcome.status === 'TL_OK' ? '' : step.outcome.status;
}
