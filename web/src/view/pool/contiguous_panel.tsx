/** The same requests with an array each, drawn beside the blocks, and both counted. */
import {
  type Contiguous,
  contiguousAt,
  longestOf,
  type Paged,
  pagedAt,
  type Slots,
} from '../../model/contiguous.ts';
import { grouped } from '../../model/number.ts';
import { count, list } from '../../model/why.ts';
import { Slab } from './slab.tsx';
import { beside, frame, stage } from './state.ts';

interface Props {
  /** Positions assumed for each request; as many as the log needs if undefined. */
  longest: number | undefined;
}

export function ContiguousPanel({ longest }: Props) {
  const now = frame.value;
  const session = stage.value?.session;
  if (!now || !session) return null;
  const needed = longestOf(session);
  const assumed = longest ?? needed;
  const arrays = contiguousAt(session, assumed);
  const paged = pagedAt(now);
  const { tokens } = session.size;
  return (
    <>
      <p class="beside-said">
        <span class="beside-about">
          Nobody knows how long a request will be, so without pages each reserves an array for the longest
          that may come.{' '}
        </span>
        Assumed:{' '}
        <select
          aria-label="Positions reserved for each request"
          value={String(assumed)}
          onChange={(event) => {
            beside.value = { kind: 'contiguous', longest: Number(event.currentTarget.value) };
          }}
        >
          {lengths(needed, assumed).map((length) => (
            <option key={length}>{length}</option>
          ))}
        </select>{' '}
        positions. {arrays.arrays > 0 ? count(arrays.arrays, 'array') : 'No array'} of that length{' '}
        {arrays.arrays === 1 ? 'fits' : 'fit'} into the pool’s memory.
      </p>
      <div class="beside-columns">
        <section aria-label="Contiguous">
          <h3>
            An array for each request <Waste of={arrays} />
          </h3>
          <Arrays now={arrays} />
        </section>
        <section aria-label="Paged">
          <h3>
            Blocks of {tokens} <Waste of={paged} />
          </h3>
          <Slab moment={now.after} label="Blocks of the pool" />
        </section>
      </div>
    </>
  );
}

/** The same in numbers. */
export function ContiguousFigures({ longest }: Props) {
  const now = frame.value;
  const session = stage.value?.session;
  if (!now || !session) return null;
  const arrays = contiguousAt(session, longest ?? longestOf(session));
  return <Figures arrays={arrays} paged={pagedAt(now)} bytes={session.positionBytes} />;
}

function Waste({ of: { wasted, reserved } }: { of: Slots }) {
  return (
    <small>
      {wasted} of {reserved} wasted
    </small>
  );
}

/** Powers of two around what the log needs; a longer assumption is the honest one for a server. */
function lengths(needed: number, assumed: number): number[] {
  const all = [needed / 2, needed, needed * 2, needed * 4, needed * 8, assumed];
  return [...new Set(all.filter((length) => length >= 1))].toSorted((a, b) => a - b);
}

const ROWS = 12;

function Arrays({ now }: { now: Contiguous }) {
  const shown = Math.min(ROWS, now.arrays);
  const waiting = now.rows.filter(({ array }) => array === undefined).map(({ seq }) => seq);
  return (
    <>
      <ol class="arrays">
        {Array.from({ length: shown }, (_, at) => {
          const row = now.rows.find(({ array }) => array === at);
          return (
            <li key={at} data-taken={row !== undefined}>
              <b>{row?.seq ?? '–'}</b>{' '}
              <span class="array" style={{ '--length': now.longest }} aria-hidden="true">
                <span
                  style={{ width: `${(Math.min(row?.tokens ?? 0, now.longest) / now.longest) * 100}%` }}
                />
              </span>{' '}
              <small>{row ? `${row.tokens} of ${now.longest}` : 'no request'}</small>
            </li>
          );
        })}
      </ol>
      {now.arrays > shown && <p class="caption">and {now.arrays - shown} arrays more</p>}
      {waiting.length > 0 && (
        <p class="beside-said">
          ✕ <b>{list(waiting)}</b> {waiting.length === 1 ? 'waits' : 'wait'}: no array is free.
        </p>
      )}
      {now.tooLong.length > 0 && (
        <p class="beside-said">
          ✕ <b>{list(now.tooLong)}</b> {now.tooLong.length === 1 ? 'is' : 'are'} longer than an array.
        </p>
      )}
    </>
  );
}

function Figures({ arrays, paged, bytes }: { arrays: Contiguous; paged: Paged; bytes: number }) {
  const waiting = arrays.rows.filter(({ array }) => array === undefined);
  const rows: [string, string, string][] = [
    ['reserved', amount(arrays.reserved, bytes), amount(paged.reserved, bytes)],
    ['filled with tokens', amount(arrays.filled, bytes), amount(paged.filled, bytes)],
    ['wasted', share(arrays.wasted, arrays.reserved), share(paged.wasted, paged.reserved)],
    ['not stored again, as a block is shared', '0', String(paged.shared)],
    ['kept in case it comes again', '0', String(paged.cached)],
    ['requests that wait', String(waiting.length), '0'],
  ];
  return (
    <table class="figures">
      <caption class="unseen">Positions, contiguous and paged</caption>
      <thead>
        <tr>
          <th scope="col">positions of K and V</th>
          <th scope="col">arrays</th>
          <th scope="col">blocks</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([what, left, right]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{left}</td>
            <td>{right}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function amount(positions: number, bytes: number): string {
  return `${grouped(positions)} (${grouped(positions * bytes)} bytes)`;
}

function share(wasted: number, reserved: number): string {
  const percent = reserved === 0 ? '' : `, ${Math.round((wasted / reserved) * 100)} %`;
  return `${grouped(wasted)}${percent}`;
}
