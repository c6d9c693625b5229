/** The block tables of the sequences, with the tokens that stand in each block. */
import { blockOf } from '../../model/block.ts';
import { UNKNOWN_TOKEN, unknownWords } from '../../model/unknown_token.ts';
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
  const longest = tables.reduce((most, [, table]) => Math.max(most, table.length), 1);
  const columns = longest > SHOWN ? 0 : longest;
  return (
    <section
      class="sequences"
      aria-labelledby="sequences-title"
      data-long={longest > SHOWN}
      style={{ '--columns': columns }}
    >
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
        {tables.slice(-SHOWN).map(([name, table]) => (
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
            {bothEnds(table).map((part, at) =>
              part === undefined ? (
                <span class="caption" key="gap">
                  … {count(table.length - SHOWN, 'block')} …
                </span>
              ) : (
                <div class="entry" key={`${at}.${part.id}`}>
                  <Chip
                    block={blockOf(now.after.snapshot, part.id)}
                    about={`entry ${part.index} of ${name}`}
                    changed={changed.has(part.id)}
                  />
                  <Tokens size={size} tokens={session.tokensOf(part.id)} changed={changed.has(part.id)} />
                </div>
              ),
            )}
          </div>
        ))}
      </Roving>
      {tables.length > SHOWN && <p class="caption">and {tables.length - SHOWN} that began before</p>}
    </section>
  );
}

/** More entries of a table than these, or more tables, are told by their number. */
const SHOWN = 16;

/** Tokens of a block up to this many stand apart; more are one line of text, up to a length. */
const ONE_BY_ONE = 8;
const MOST_TOKENS = 64;

interface Entry {
  readonly index: number;
  readonly id: number;
}

/** The entries of a block table; of a long one the first few and the last ones, with a gap between. */
function bothEnds(table: readonly number[]): (Entry | undefined)[] {
  const entries = table.map((id, index) => ({ index, id }));
  if (table.length <= SHOWN) return entries;
  return [...entries.slice(0, SHOWN / 4), undefined, ...entries.slice(-(SHOWN / 4) * 3)];
}

function Tokens({
  size,
  tokens,
  changed,
}: {
  size: number;
  tokens: readonly (number | undefined)[];
  changed: boolean;
}) {
  const text = (at: number) => tokens[at] ?? (at < tokens.length ? '?' : '·');
  const unknown = unknownWords(tokens);
  const title = unknown === '' ? undefined : `? is ${UNKNOWN_TOKEN}`;
  const said = unknown !== '' && <span class="unseen">, {unknown}</span>;
  if (size > ONE_BY_ONE)
    return (
      <span class="tokens" data-changed={changed} title={title}>
        <span class="token" data-filled={tokens.length > 0}>
          {Array.from({ length: Math.min(size, MOST_TOKENS) }, (_, at) => text(at)).join(' ')}
          {size > MOST_TOKENS && ' …'}
        </span>
        {said}
      </span>
    );
  return (
    <span class="tokens" data-changed={changed} title={title}>
      {Array.from({ length: size }, (_, at) => (
        <span class="token" key={at} data-filled={at < tokens.length}>
          {text(at)}
        </span>
      ))}
      {said}
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
        {[...tables].slice(-SHOWN).map(([name, table]) => (
          <div class="chips" key={name}>
            <b>{name}</b>
            {bothEnds(table).map((part, at) =>
              part === undefined ? (
                <span key="gap">…</span>
              ) : (
                <Chip
                  key={`${at}.${part.id}`}
                  block={blockOf(snapshot, part.id)}
                  about={`entry ${part.index} of ${name}`}
                />
              ),
            )}
          </div>
        ))}
      </Roving>
    </section>
  );
}
