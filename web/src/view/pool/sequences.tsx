/** The block tables of the sequences, with the tokens that stand in each block. */
import { blockOf } from '../../model/block.ts';
import { count } from '../../model/why.ts';
import { Roving } from '../roving.tsx';
import { Chip } from './chip.tsx';
import { frame, stage } from './state.ts';

export function Sequences() {
  const now = frame.value;
  const session = stage.value?.session;
  if (!now || !session) return null;
  const size = session.size.tokens;
  const changed = new Set(now.changes.map(({ id }) => id));
  const tables = [...now.after.tables];
  const columns = Math.max(1, ...tables.map(([, table]) => table.length));
  return (
    <section class="sequences" aria-labelledby="sequences-title">
      <div class="sequences-head">
        <h2 id="sequences-title">Sequences</h2>
        {tables.length > 0 &&
          Array.from({ length: columns }, (_, at) => (
            <span class="positions" key={at} aria-hidden="true">
              {at === 0 ? 'positions ' : ''}
              {at * size}–{(at + 1) * size - 1}
            </span>
          ))}
      </div>
      {tables.length === 0 && <p class="empty">No sequence holds a block.</p>}
      <Roving class="sequence-rows" aria-label="Block tables" role="group">
        {tables.map(([name, table]) => (
          <div class="sequence" key={name}>
            <h3>
              {name}{' '}
              <small>
                {count(
                  table.reduce((sum, id) => sum + (now.after.snapshot.fill[id] ?? 0), 0),
                  'token',
                )}
              </small>
            </h3>
            {table.map((id, at) => (
              <div class="entry" key={`${at}.${id}`}>
                <Chip
                  block={blockOf(now.after.snapshot, id)}
                  about={`entry ${at} of ${name}`}
                  changed={changed.has(id)}
                />
                <Tokens size={size} tokens={session.tokensOf(id)} changed={changed.has(id)} />
              </div>
            ))}
          </div>
        ))}
      </Roving>
    </section>
  );
}

function Tokens({ size, tokens, changed }: { size: number; tokens: readonly number[]; changed: boolean }) {
  return (
    <span class="tokens" data-changed={changed}>
      {Array.from({ length: size }, (_, at) => (
        <span class="token" key={at} data-filled={tokens[at] !== undefined}>
          {tokens[at] ?? '·'}
        </span>
      ))}
    </span>
  );
}

/** The same tables in few words, for the rail: chips only. */
export function SequenceChips() {
  const now = frame.value;
  if (!now || now.after.tables.size === 0) return null;
  const { snapshot, tables } = now.after;
  return (
    <section class="sequence-chips" aria-labelledby="sequence-chips-title">
      <h2 id="sequence-chips-title">Sequences</h2>
      <Roving role="group" aria-label="Block tables in short">
        {[...tables].map(([name, table]) => (
          <div class="chips" key={name}>
            <b>{name}</b>
            {table.map((id, at) => (
              <Chip key={`${at}.${id}`} block={blockOf(snapshot, id)} about={`entry ${at} of ${name}`} />
            ))}
          </div>
        ))}
      </Roving>
    </section>
  );
}
