/** The structures that explain the tiles, each in its own order. */
import { formatHash, type PoolSnapshot } from 'tlkv';
import { blockOf } from '../../model/block.ts';
import { details } from '../../model/changes.ts';
import { grouped } from '../../model/number.ts';
import { Roving } from '../roving.tsx';
import { Chip } from './chip.tsx';
import { Explain } from './explain.tsx';
import { frame, stage } from './state.ts';

/** More than this many chips of one list are summed up. */
const SHOWN = 12;

export function FreeStack() {
  const now = frame.value;
  if (!now) return null;
  const { snapshot } = now.after;
  const taken = leftStack(now.before.snapshot, snapshot);
  return (
    <section aria-labelledby="free-title">
      <h2 id="free-title">Free stack</h2>
      <Explain topic="free" line="The block freed last is taken first." />
      <Roving class="chips" role="group" aria-label="Free blocks, next taken first">
        {taken.map((id) => (
          <span class="taken" key={`t${id}`}>
            <Chip block={blockOf(snapshot, id)} about="taken from the free stack">
              <s>{id}</s>
            </Chip>{' '}
            taken
          </span>
        ))}
        {snapshot.free.length > 0 && <span class="order">top</span>}
        {chips(snapshot, snapshot.free)}
        {snapshot.free.length === 0 && taken.length === 0 && <span class="empty">empty</span>}
      </Roving>
    </section>
  );
}

export function LruList() {
  const now = frame.value;
  if (!now) return null;
  const { snapshot } = now.after;
  return (
    <section aria-labelledby="lru-title">
      <h2 id="lru-title">LRU list</h2>
      <Explain topic="lru" line="When none is free, the oldest goes." />
      <Roving class="chips" role="group" aria-label="Cached blocks, oldest first">
        {snapshot.lru.length > 0 ? <span class="order">oldest</span> : <span class="empty">empty</span>}
        {chips(snapshot, snapshot.lru, '›')}
        {snapshot.lru.length > 0 && <span class="order">newest</span>}
      </Roving>
    </section>
  );
}

export function PrefixIndex() {
  const now = frame.value;
  const session = stage.value?.session;
  if (!now || !session) return null;
  const { snapshot } = now.after;
  const entries: number[] = [];
  for (let id = 0; id < snapshot.nBlocks; id++) if (snapshot.hash[id] !== 0n) entries.push(id);
  return (
    <section aria-labelledby="index-title">
      <h2 id="index-title">Prefix index</h2>
      <Explain topic="index" line="A full block’s hash leads to its id." />
      {entries.length === 0 && <p class="empty">empty</p>}
      <Roving as="ul" class="index">
        {entries.slice(0, SHOWN).map((id) => {
          const block = blockOf(snapshot, id);
          return (
            <li key={id} data-block={id}>
              <code>
                <span class="hash-name">{session.hashName(block.hash)}</span> {upperHash(block.hash)}
              </code>
              <Chip block={block} about={`registered as ${upperHash(block.hash)}`} />
            </li>
          );
        })}
      </Roving>
      {entries.length > SHOWN && <p class="caption">and {entries.length - SHOWN} more</p>}
    </section>
  );
}

export function ChangeList() {
  const now = frame.value;
  if (!now) return null;
  const copy = now.changes.find(({ source }) => source !== undefined);
  const played = (stage.value?.session.steps.length ?? 0) > 0;
  return (
    <section class="changes" aria-labelledby="changes-title">
      <h2 id="changes-title">Changed in this step</h2>
      {now.changes.length === 0 && (
        <p class="empty">
          {now.step
            ? 'nothing'
            : `nothing yet: ${played ? 'take the first step' : 'make a call below the tiles'}`}
        </p>
      )}
      <dl>
        {now.changes.slice(0, SHOWN).map((change) => (
          <div key={change.id} data-block={change.id}>
            <dt>block {change.id}</dt>
            <dd>
              {details(change).map(({ what, from, to }) => (
                <span key={what}>
                  {`${what} ${from}`.trim()} → <b>{to}</b>
                </span>
              ))}
            </dd>
          </div>
        ))}
        {copy && (
          <div>
            <dt>copied</dt>
            <dd>
              K, V and fill of block {copy.source} into <b>{copy.id}</b>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}

function chips(snapshot: PoolSnapshot, ids: Uint32Array, between?: string) {
  const shown = Array.from(ids.subarray(0, SHOWN), (id, at) => (
    <>
      {at > 0 && between && (
        <span class="between" aria-hidden="true">
          {between}
        </span>
      )}
      <Chip key={id} block={blockOf(snapshot, id)} />
    </>
  ));
  if (ids.length > SHOWN) shown.push(<span class="order">and {grouped(ids.length - SHOWN)} more</span>);
  return shown;
}

/** Blocks that the step took off the free stack, as they stood on it. */
function leftStack(before: PoolSnapshot, after: PoolSnapshot): number[] {
  const still = new Set(after.free);
  return Array.from(before.free.subarray(0, SHOWN)).filter((id) => !still.has(id));
}

export function upperHash(hash: bigint): string {
  return `0x${formatHash(hash).slice(2).toUpperCase()}`;
}
