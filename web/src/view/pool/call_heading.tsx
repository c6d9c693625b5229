/** The call as a C programmer writes it, its answer, and why. */
import { accepted } from '../../model/call.ts';
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

/** ref is the one call without a status; it says so only by what it changed. */
function answerStatus(step: { call: { fn: string }; outcome: { status: string } } | undefined): string {
  if (!step) return 'TL_OK';
  return step.call.fn === 'ref' && step.outcome.status === 'TL_OK' ? '' : step.outcome.status;
}
