/** The block that was chosen: all that is known of it, and the calls that were about it. */
import { blockOf } from '../../model/block.ts';
import { lifeOf } from '../../model/life.ts';
import { grouped } from '../../model/number.ts';
import type { Frame, Session } from '../../model/session.ts';
import { unknownWords } from '../../model/unknown_token.ts';
import { Roving } from '../roving.tsx';
import { stateWords } from './chip.tsx';
import { stop } from './playing.ts';
import { upperHash } from './rail.tsx';
import { frame, goTo, pinned, stage } from './state.ts';

/** Calls that are listed; of more the last. */
const SHOWN = 8;
/** Holders that are named. */
const MOST_HOLDERS = 6;

export function BlockPanel() {
  const now = frame.value;
  const session = stage.value?.session;
  const id = pinned.value;
  if (!now || !session || id === undefined || id >= now.after.snapshot.nBlocks) return null;
  const life = lifeOf(session.steps, now.position, id);
  return (
    <section class="block-panel" aria-labelledby="block-title">
      <div class="block-head">
        <h2 id="block-title">Block {id}</h2>
        <button type="button" class="tool" onClick={() => (pinned.value = undefined)}>
          Close
        </button>
      </div>
      <dl>
        {facts(now, session, id).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>Its calls so far</h3>
      {life.length === 0 && <p class="empty">none yet</p>}
      {life.length > SHOWN && <p class="caption">{grouped(life.length - SHOWN)} earlier ones</p>}
      <Roving as="ol" class="block-life">
        {life.slice(-SHOWN).map((step) => (
          <li key={step.index}>
            <button
              type="button"
              data-item
              aria-current={step.index === now.position ? 'step' : undefined}
              onClick={() => {
                stop();
                goTo(step.index);
              }}
            >
              <span class="log-index">{step.index}</span> <code>{step.short}</code>{' '}
              <span>
                {step.mark === 'refused' && '✕ '}
                {step.note}
              </span>
            </button>
          </li>
        ))}
      </Roving>
    </section>
  );
}

/** What is known of a block, by name. */
function facts(now: Frame, session: Session, id: number): [string, string][] {
  const { snapshot, tables } = now.after;
  const block = blockOf(snapshot, id);
  const tokens = session.tokensOf(id);
  const { tokens: size } = session.size;
  const list: [string, string][] = [['state', stateWords(block)]];
  list.push(['fill', `${block.fill} of ${size}${block.fill === size ? ', full' : ''}`]);
  const unknown = unknownWords(tokens);
  const said = tokens.map((token) => token ?? '?').join(' ');
  if (tokens.length > 0) list.push(['tokens', unknown === '' ? said : `${said}: ${unknown}`]);
  list.push([
    'hash',
    block.hash === 0n ? 'not registered' : `${session.hashName(block.hash)} ${upperHash(block.hash)}`,
  ]);
  const holders = [...tables].filter(([, table]) => table.includes(id));
  const named = holders.slice(0, MOST_HOLDERS).map(([seq, table]) => `${seq}[${table.indexOf(id)}]`);
  if (holders.length > MOST_HOLDERS) named.push(`${grouped(holders.length - MOST_HOLDERS)} more`);
  // A reference can be taken without saying for which sequence.
  const counted = holders.reduce((sum, [, table]) => sum + table.filter((one) => one === id).length, 0);
  if (block.ref > counted) named.push(`${grouped(block.ref - counted)} without a name`);
  if (named.length > 0) list.push(['held by', named.join(', ')]);
  const waits = waitingPlace(id, snapshot.free, snapshot.lru);
  if (waits !== '') list.push(['waits', waits]);
  return list;
}

/** Where an unheld block waits to be taken. */
function waitingPlace(id: number, free: Uint32Array, lru: Uint32Array): string {
  const onStack = free.indexOf(id);
  if (onStack === 0) return 'top of the free stack';
  if (onStack > 0) return `${grouped(onStack)} below the top of the free stack`;
  const inList = lru.indexOf(id);
  if (inList === 0)
    return lru.length === 1 ? 'alone in the LRU list' : 'oldest of the LRU list, to be evicted first';
  if (inList > 0) return `behind ${grouped(inList)} older of the LRU list`;
  return '';
}
