/** The sum that always holds, and a bar of the same numbers. */
import { grouped } from '../../model/number.ts';
import { frame } from './state.ts';

/** Up to this many blocks the bar has a piece for each. */
const PIECES = 64;

export function Balance() {
  const balance = frame.value?.balance;
  if (!balance) return null;
  const { free, used, cached, blocks, violations } = balance;
  const holds = violations.length === 0;
  return (
    <section class="balance" aria-label="Balance">
      <p class="sum">
        <span>
          <b data-count="free">{grouped(free)}</b> free + <b data-count="used">{grouped(used)}</b> used +{' '}
          <b data-count="cached">{grouped(cached)}</b> cached = <b data-count="blocks">{grouped(blocks)}</b>{' '}
          blocks
        </span>{' '}
        <span class="proof" title="Counted by the pool, and block by block from its snapshot">
          <span aria-hidden="true">{holds ? '✓' : '✕'}</span>
          <span class="unseen">{holds ? 'the sum holds' : 'the sum does not hold'}</span>
        </span>
      </p>
      <div class="bar" aria-hidden="true" data-pieces={blocks <= PIECES}>
        <Part state="free" count={free} pieces={blocks <= PIECES} />
        <Part state="used" count={used} pieces={blocks <= PIECES} />
        <Part state="cached" count={cached} pieces={blocks <= PIECES} />
      </div>
      {violations.map((violation) => (
        <p class="violation" key={violation}>
          ✕ {violation}
        </p>
      ))}
    </section>
  );
}

function Part({ state, count, pieces }: { state: string; count: number; pieces: boolean }) {
  if (count === 0) return null;
  if (!pieces) return <span class="piece" data-state={state} style={{ flexGrow: count }} />;
  return (
    <>
      {Array.from({ length: count }, (_, at) => (
        <span class="piece" data-state={state} key={at} />
      ))}
    </>
  );
}
