/** Two real pools on one log: their blocks, what each has done, and where they part. */
import { grouped } from '../../model/number.ts';
import { differingBlocks, ofOneShape, type Tally, tally } from '../../model/rival.ts';
import type { Frame, Session } from '../../model/session.ts';
import { count } from '../../model/why.ts';
import { stop } from './playing.ts';
import { divergence, noRival, rival } from './rival.ts';
import { SHOWN as BLOCKS_SHOWN, Slab } from './slab.tsx';
import { frame, goTo, stage } from './state.ts';

export function RivalPanel() {
  const now = frame.value;
  const on = stage.value;
  if (noRival.value) return <p class="beside-said">✕ {noRival.value}</p>;
  const other = rival.value;
  if (!now || !on || !other) return null;
  const marked = differingBlocks(on.session, other.session, BLOCKS_SHOWN);
  const side = (title: string, session: Session, shown: Frame) => (
    <section aria-label={title}>
      <h3>
        {title} <small>{describe(session)}</small>
      </h3>
      <Slab moment={shown.after} label={`Blocks of ${title}`} marked={marked} mark="differs" />
      <p class="caption">
        LRU, oldest first:{' '}
        {shown.after.snapshot.lru.length === 0
          ? 'empty'
          : [...shown.after.snapshot.lru.subarray(0, 16)].join(' › ')}
      </p>
    </section>
  );
  return (
    <>
      <div class="beside-columns">
        {side('This pool', on.session, now)}
        {side('The other pool', other.session, other.frame)}
      </div>
      <p class="caption">
        {ofOneShape(on.session, other.session)
          ? 'Each pool numbers its own memory: blocks of one id are marked where they hold other tokens, or stand otherwise.'
          : 'Each pool numbers its own memory: a block here and one of the same id there have nothing in common.'}
      </p>
    </>
  );
}

/** What both have done so far, in numbers. */
export function RivalFigures() {
  const now = frame.value;
  const on = stage.value;
  const other = rival.value;
  if (!now || !on || !other) return null;
  return <Counts main={on.session} other={other} frame={now} />;
}

function describe({ size, release }: Session): string {
  return `${count(size.blocks, 'block')} of ${size.tokens}, released ${release}`;
}

function Counts({
  main,
  other,
  frame: now,
}: {
  main: Session;
  other: { session: Session; frame: Frame };
  frame: Frame;
}) {
  const here = tally(main);
  const there = tally(other.session);
  const rows: [string, number, number][] = [
    ['blocks found by look-up', here.hits, there.hits],
    ['tokens found, not computed', here.hitTokens, there.hitTokens],
    ['copies on write', here.copies, there.copies],
    ['blocks evicted', here.evictions, there.evictions],
    ['calls refused', here.refused, there.refused],
    ['positions wasted now', wasted(now), wasted(other.frame)],
  ];
  return (
    <table class="figures">
      <caption class="unseen">What both pools have done so far</caption>
      <thead>
        <tr>
          <th scope="col">so far</th>
          <th scope="col">this pool</th>
          <th scope="col">the other</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, left, right]) => (
          <tr key={what} data-differs={left !== right}>
            <th scope="row">{what}</th>
            <td>{grouped(left)}</td>
            <td>
              {grouped(right)}
              {left !== right && (
                <b class="differs">
                  {' '}
                  ≠<span class="unseen"> differs</span>
                </b>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Positions of used blocks that hold no token. */
function wasted({ after: { snapshot } }: Frame): number {
  let empty = 0;
  for (let id = 0; id < snapshot.nBlocks; id++)
    if ((snapshot.ref[id] ?? 0) > 0) empty += snapshot.blockTokens - (snapshot.fill[id] ?? 0);
  return empty;
}

const SHOWN = 8;

/** The commands that they did not answer alike. */
export function Differences() {
  const all = divergence.value;
  const commands = stage.value?.scenario.steps;
  if (!commands || !rival.value) return null;
  if (all.length === 0)
    return <p class="beside-said">Both pools have answered every finished command alike.</p>;
  return (
    <section aria-label="Differences">
      <h3>
        Not answered alike <small>{count(all.length, 'command')}</small>
      </h3>
      <ul class="differences">
        {all.slice(-SHOWN).map(({ command, position, here, there }) => (
          <li key={command}>
            <button
              type="button"
              class="plain link"
              onClick={() => {
                stop();
                goTo(position);
              }}
            >
              <code>{commands[command]?.do}</code>
            </button>{' '}
            {inWords(here, there)}
          </li>
        ))}
      </ul>
      {all.length > SHOWN && <p class="caption">and {all.length - SHOWN} before</p>}
    </section>
  );
}

function inWords(here: Tally, there: Tally): string {
  const parts: string[] = [];
  const say = (what: string, left: number, right: number) => {
    if (left !== right) parts.push(`${what}: ${left} here, ${right} there`);
  };
  say('tokens found', here.hitTokens, there.hitTokens);
  say('copies', here.copies, there.copies);
  say('evicted', here.evictions, there.evictions);
  say('refused', here.refused, there.refused);
  return parts.join('; ');
}
