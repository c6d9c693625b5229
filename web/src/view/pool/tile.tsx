/** A block at full size: id, state, count, cells with tokens, holders and hash. */
import { formatHash } from 'tlkv';
import type { Block } from '../../model/block.ts';
import type { Change } from '../../model/changes.ts';
import { UNKNOWN_TOKEN, unknownWords } from '../../model/unknown_token.ts';
import { Seal } from '../icons.tsx';
import { linked } from './chip.tsx';
import { pinned } from './state.ts';

export interface TileProps {
  block: Block;
  /** Positions of a block, and the tokens of those that are filled. */
  size: number;
  tokens: readonly (number | undefined)[];
  holders: readonly string[];
  /** "oldest", "top of the free stack": where an unheld block waits. */
  place: string;
  change: Change | undefined;
  refused: string | undefined;
}

export function Tile(props: TileProps) {
  const { block, change, refused } = props;
  const unknown = pinned.value === block.id && unknownWords(props.tokens) !== '';
  return (
    <li class="slot" data-kind={change?.kind} data-refused={refused !== undefined}>
      <button
        type="button"
        class="tile"
        data-item
        data-state={block.state}
        data-shared={Math.min(block.ref, 3)}
        data-registered={block.hash !== 0n}
        data-id={block.id}
        aria-pressed={pinned.value === block.id}
        {...linked(block.id)}
      >
        <Head {...props} />
        <Cells size={props.size} tokens={props.tokens} />
        <Foot {...props} />
        <span class="veil" />
      </button>
      {change && <span class="brackets" aria-hidden="true" />}
      <p class="note" data-quiet={unknown && !change}>
        {noteOf(change, refused) ||
          (unknown && <span title={UNKNOWN_TOKEN}>? no token known: imported</span>)}
      </p>
    </li>
  );
}

function Head({ block, place }: TileProps) {
  return (
    <span class="tile-head">
      <b class="tile-id">
        <Unseen text="Block " />
        {block.id}
      </b>{' '}
      <span class="tile-state">{block.state}</span>{' '}
      <span class="tile-count">
        {block.state === 'cached' && place}
        {block.ref === 1 && (
          <>
            ref <b>1</b>
          </>
        )}
        {block.ref > 1 && (
          <>
            shared <b>×{block.ref}</b>
          </>
        )}
      </span>
    </span>
  );
}

/** Up to this many positions are drawn with their tokens; more become a strip, with a tick between any two. */
const CELLS_WITH_TOKENS = 8;
const MOST_TICKS = 32;

function Cells({ size, tokens }: { size: number; tokens: readonly (number | undefined)[] }) {
  const said = <Unseen text={`, ${tokens.length} of ${size} tokens `} />;
  const unknown = unknownWords(tokens);
  const saidLast = unknown !== '' && <Unseen text={`, ${unknown}`} />;
  if (size > CELLS_WITH_TOKENS)
    return (
      <span class="cells cells-in-short">
        {said}
        <span
          class="strip"
          data-filled={tokens.length > 0}
          data-ticks={size <= MOST_TICKS}
          style={{ '--cells': size, '--filled': tokens.length }}
        />
        {saidLast}
      </span>
    );
  return (
    <span class="cells" style={{ '--cells': Math.min(size, 4) }}>
      {said}
      {Array.from({ length: size }, (_, at) => (
        <Cell key={at} filled={at < tokens.length} token={tokens[at]} />
      ))}
      {saidLast}
    </span>
  );
}

function Cell({ filled, token }: { filled: boolean; token: number | undefined }) {
  return (
    <span
      class="cell"
      data-filled={filled}
      data-long={token !== undefined && token > 999}
      title={filled && token === undefined ? `? is ${UNKNOWN_TOKEN}` : undefined}
    >
      {filled && `${token ?? '?'} `}
    </span>
  );
}

function Foot({ block, holders, place, change }: TileProps) {
  const lost = change?.kind === 'evicted' ? change.before.hash : 0n;
  return (
    <span class="tile-foot">
      {block.state === 'free' && <span class="tile-place">{place}</span>}
      {holders.length > 0 && (
        <b class="holders">
          <Unseen text=", held by " />
          {holders.slice(0, 6).join(' ')}
        </b>
      )}
      {block.hash !== 0n && <Hash hash={block.hash} />}
      {lost !== 0n && block.hash === 0n && (
        <s class="seal">
          <Unseen text=", was registered " />
          <ShortHash hash={lost} />
        </s>
      )}
    </span>
  );
}

function Hash({ hash }: { hash: bigint }) {
  return (
    <span class="seal">
      <Unseen text=", registered " />
      <Seal />
      <ShortHash hash={hash} />
    </span>
  );
}

/** `A91A…9366`; on a narrow tile only the first half stays. */
function ShortHash({ hash }: { hash: bigint }) {
  const digits = formatHash(hash).slice(2).toUpperCase();
  return (
    <code>
      {digits.slice(0, 4)}…<span class="seal-end">{digits.slice(-4)}</span>
    </code>
  );
}

function noteOf(change: Change | undefined, refused: string | undefined): string {
  if (refused !== undefined) return `✕ ${refused}`;
  if (!change) return '';
  return change.kind === 'revived' ? `▲ ${change.note}` : change.note;
}

/** A word between the drawn ones, so that the tile reads as a sentence. */
function Unseen({ text }: { text: string }) {
  return <span class="unseen">{text}</span>;
}
