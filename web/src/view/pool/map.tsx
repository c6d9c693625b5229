/** The blocks, each a tile, in the order of their ids; a copy is drawn as an arrow between two of them. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { blockOf } from '../../model/block.ts';
import { accepted, type Call } from '../../model/call.ts';
import type { Frame, Session } from '../../model/session.ts';
import { unknownWords } from '../../model/unknown_token.ts';
import { Roving } from '../roving.tsx';
import { CopyArrow } from './copy_arrow.tsx';
import { LongMap } from './long_map.tsx';
import { animateChanges } from './motion.ts';
import { frame, moved, stage } from './state.ts';
import { Tile, type TileProps } from './tile.tsx';

/** More blocks than this are drawn as a map, with the tiles of a part. */
const TILES = 64;
/** Names of holders on a tile. */
const MOST_HOLDERS = 6;

export function BlockMap() {
  const now = frame.value;
  const session = stage.value?.session;
  if (!now || !session) return null;
  const refused = refusalOf(now);
  const tile = tileOf(now, session, refused);
  const focus = now.changes[0]?.id ?? refused?.id;
  if (now.after.snapshot.nBlocks > TILES) return <LongMap frame={now} tile={tile} focus={focus} />;
  return <ShortMap frame={now} tile={tile} />;
}

function ShortMap({ frame: now, tile }: { frame: Frame; tile: (id: number) => TileProps }) {
  const root = useRef<HTMLElement>(null);
  const { nBlocks } = now.after.snapshot;

  useLayoutEffect(() => {
    if (moved.peek() && root.current) animateChanges(root.current, now);
  }, [now]);

  return (
    <section
      class="map"
      aria-label="Blocks"
      ref={root}
      style={{ '--columns': Math.min(4, nBlocks) }}
      data-rows={Math.ceil(nBlocks / 4)}
    >
      <Roving as="ul" class="tiles">
        {Array.from({ length: nBlocks }, (_, id) => (
          <Tile key={id} {...tile(id)} />
        ))}
      </Roving>
      <CopyArrow frame={now} map={root} />
    </section>
  );
}

/** What is drawn of a block. */
function tileOf(now: Frame, session: Session, refused: Refusal | undefined): (id: number) => TileProps {
  const { snapshot, tables } = now.after;
  const holders = holdersOf(tables);
  const changes = new Map(now.changes.map((change) => [change.id, change]));
  return (id) => {
    const tokens = session.tokensOf(id);
    const { state, ref, hash, fill } = blockOf(snapshot, id);
    return {
      id,
      state,
      refs: ref,
      hash,
      fill,
      size: session.size.tokens,
      tokens: tokens.map((token) => token ?? '?').join(' '),
      unknown: unknownWords(tokens),
      holders: holders.get(id)?.slice(0, MOST_HOLDERS).join(' ') ?? '',
      place: placeOf(id, snapshot.free, snapshot.lru),
      change: changes.get(id),
      refused: refused?.id === id ? refused.reason : undefined,
    };
  };
}

/** Block id to the names of the sequences that hold it. */
function holdersOf(tables: ReadonlyMap<string, readonly number[]>): Map<number, string[]> {
  const holders = new Map<number, string[]>();
  for (const [name, table] of tables)
    for (const id of table) {
      const names = holders.get(id);
      if (!names) holders.set(id, [name]);
      else names.push(name);
    }
  return holders;
}

function placeOf(id: number, free: Uint32Array, lru: Uint32Array): string {
  if (free[0] === id) return 'top of the free stack';
  if (lru.length === 1 && lru[0] === id) return 'only';
  if (lru[0] === id) return 'oldest';
  if (lru.at(-1) === id) return 'newest';
  return '';
}

interface Refusal {
  readonly id: number;
  readonly reason: string;
}

/** The block that a refused call was about. */
function refusalOf({ step }: Frame): Refusal | undefined {
  if (!step || accepted(step.outcome) || step.outcome.status === 'TL_ENOTFOUND') return undefined;
  const call: Call = step.call;
  return 'id' in call ? { id: call.id, reason: `${call.fn} refused` } : undefined;
}
