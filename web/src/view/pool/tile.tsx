/** A block at full size: id, state, count, cells with tokens, holders and hash. */
import { formatHash } from 'tlkv';
import type { BlockState } from '../../model/block.ts';
import type { Change } from '../../model/changes.ts';
import { UNKNOWN_TOKEN } from '../../model/unknown_token.ts';
import { Seal } from '../icons.tsx';
import { linked } from './chip.tsx';
import { pinned } from './state.ts';

/** Plain values, so that a tile is drawn again where one of them has changed and nowhere else. */
export interface TileProps {
  id: number;
  state: BlockState;
  /** The reference count. (`ref` means something else to Preact.) */
  refs: number;
  hash: bigint;
  /** Positions of a block, how many are filled, and their tokens, parted by spaces: `?` stands for values that spell none. */
  size: number;
  fill: number;
  tokens: string;
  /** How many of them are not known, in words, or "". */
  unknown: string;
  /** The names of the sequences that hold it, parted by spaces. */
  holders: string;
  /** "oldest", "top of the free stack": where an unheld block waits. */
  place: string;
  change: Change | undefined;
  refused: string | undefined;
  /** Where it is put; without them it follows the tile before it. */
  column?: number;
  topRem?: number;
}

export function Tile(props: TileProps) {
  const { id, state, refs, hash, unknown, change, refused, column, topRem } = props;
  const explained = unknown !== '' && pinned.value === id;
  const note = noteOf(change, refused);
  const shared = Math.min(refs, 3);
  return (
    <li
      class="slot"
      data-kind={change?.kind}
      data-refused={refused !== undefined}
      data-shared={shared}
      style={topRem === undefined ? undefined : { top: `${topRem}rem`, '--column': column }}
    >
      <button
        type="button"
        class="tile"
        data-item
        data-state={state}
        data-shared={shared}
        data-registered={hash !== 0n}
        data-id={id}
        aria-pressed={pinned.value === id}
        {...linked(id)}
      >
        {head(props)}
        {cells(props)}
        {foot(props)}
      </button>
      {change && <span class="brackets" aria-hidden="true" />}
      {note !== '' && <p class="note">{note}</p>}
      {note === '' && explained && (
        <p class="note" data-quiet="true" title={UNKNOWN_TOKEN}>
          ? no token known: imported
        </p>
      )}
    </li>
  );
}

// The parts are functions, not components: dozens of tiles are drawn in a frame of scrolling.

function head({ id, state, refs, place }: TileProps) {
  return (
    <span class="tile-head">
      <b class="tile-id">
        {unseen('Block ')}
        {id}
      </b>{' '}
      <span class="tile-state">{state}</span>{' '}
      <span class="tile-count">
        {state === 'cached' && place}
        {refs === 1 && (
          <>
            ref <b>1</b>
          </>
        )}
        {refs > 1 && (
          <>
            shared <b>×{refs}</b>
          </>
        )}
      </span>
    </span>
  );
}

/** Up to this many positions are drawn with their tokens; more become a strip, with a tick between any two. */
const CELLS_WITH_TOKENS = 8;
const MOST_TICKS = 32;

function cells({ size, fill, tokens, unknown }: TileProps) {
  const known = unknown === '' ? '' : `, ${unknown}`;
  if (size > CELLS_WITH_TOKENS)
    return (
      <span
        class="cells strip"
        role="img"
        aria-label={`, ${fill} of ${size} tokens${known}`}
        data-filled={fill > 0}
        data-ticks={size <= MOST_TICKS}
        style={{ '--cells': size, '--filled': fill }}
      />
    );
  const each = tokens.split(' ');
  return (
    <span
      class="cells"
      role="img"
      aria-label={`, ${fill} of ${size} tokens ${tokens}${known}`}
      style={{ '--cells': Math.min(size, 4) }}
    >
      {Array.from({ length: size }, (_, at) => cell(at, at < fill ? each[at] : undefined))}
    </span>
  );
}

/** A position, with its token if it is filled. */
function cell(at: number, token: string | undefined) {
  return (
    <span
      key={at}
      class="cell"
      data-filled={token !== undefined}
      data-long={token !== undefined && token.length > 3}
      title={token === '?' ? `? is ${UNKNOWN_TOKEN}` : undefined}
    >
      {token}
    </span>
  );
}

function foot({ state, hash, holders, place, change }: TileProps) {
  const lost = change?.kind === 'evicted' ? change.before.hash : 0n;
  return (
    <span class="tile-foot">
      {state === 'free' && <span class="tile-place">{place}</span>}
      {holders !== '' && (
        <b class="holders">
          {unseen(', held by ')}
          {holders}
        </b>
      )}
      {hash !== 0n && seal(hash)}
      {lost !== 0n && hash === 0n && (
        <s class="seal">
          {unseen(', was registered ')}
          {shortHash(lost)}
        </s>
      )}
    </span>
  );
}

function seal(hash: bigint) {
  return (
    <span class="seal">
      <Seal word=", registered" />
      {shortHash(hash)}
    </span>
  );
}

/** `A91A…9366`; on a narrow tile only the first half stays. */
function shortHash(hash: bigint) {
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
function unseen(text: string) {
  return <span class="word">{text}</span>;
}
