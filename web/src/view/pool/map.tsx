/** The blocks, each a tile, in the order of their ids; a copy is drawn as an arrow between two of them. */
import { signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { blockOf } from '../../model/block.ts';
import { accepted, type Call } from '../../model/call.ts';
import type { Frame } from '../../model/session.ts';
import { Roving } from '../roving.tsx';
import { CopyArrow } from './copy_arrow.tsx';
import { animateChanges } from './motion.ts';
import { frame, moved, stage } from './state.ts';
import { Tile } from './tile.tsx';

export function BlockMap() {
  const now = frame.value;
  const session = stage.value?.session;
  const root = useRef<HTMLElement>(null);

  useLayoutEffect(() => {
    if (now && moved.peek() && root.current) animateChanges(root.current, now);
  }, [now]);

  if (!now || !session) return null;
  const { snapshot, tables } = now.after;
  const holders = holdersOf(tables);
  const changes = new Map(now.changes.map((change) => [change.id, change]));
  const refused = refusalOf(now);
  const first = firstTile(snapshot.nBlocks, now.changes[0]?.id ?? refused?.id);
  const shown = Math.min(TILES, snapshot.nBlocks - first);
  return (
    <section
      class="map"
      aria-label="Blocks"
      ref={root}
      style={{ '--columns': Math.min(4, snapshot.nBlocks) }}
      data-rows={Math.ceil(shown / 4)}
    >
      <Roving as="ul" class="tiles">
        {Array.from({ length: shown }, (_, at) => first + at).map((id) => (
          <Tile
            key={id}
            block={blockOf(snapshot, id)}
            size={session.size.tokens}
            tokens={session.tokensOf(id)}
            holders={holders.get(id) ?? []}
            place={placeOf(id, snapshot.free, snapshot.lru)}
            change={changes.get(id)}
            refused={refused?.id === id ? refused.reason : undefined}
          />
        ))}
      </Roving>
      {snapshot.nBlocks > TILES && <Pages first={first} shown={shown} blocks={snapshot.nBlocks} />}
      <CopyArrow frame={now} map={root} />
    </section>
  );
}

/** A longer pool is shown in pages: the one with the block that changed, until the reader turns to another. */
const TILES = 64;

const turned = signal<{ position: Frame | undefined; first: number }>({ position: undefined, first: 0 });

function firstTile(blocks: number, changed: number | undefined): number {
  const { position, first } = turned.value;
  const wanted = changed === undefined || position === frame.value ? first : changed;
  return wanted < blocks ? Math.floor(wanted / TILES) * TILES : 0;
}

function Pages({ first, shown, blocks }: { first: number; shown: number; blocks: number }) {
  const turn = (to: number) => {
    turned.value = { position: frame.value, first: to };
  };
  const text = (n: number) => n.toLocaleString('en-US');
  return (
    <p class="pages">
      <button type="button" class="button" onClick={() => turn(first - TILES)} disabled={first === 0}>
        Before
      </button>{' '}
      Blocks {text(first)} to {text(first + shown - 1)} of {text(blocks)}{' '}
      <button
        type="button"
        class="button"
        onClick={() => turn(first + TILES)}
        disabled={first + shown >= blocks}
      >
        After
      </button>
    </p>
  );
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

/** The block that a refused call was about. */
function refusalOf({ step }: Frame): { id: number; reason: string } | undefined {
  if (!step || accepted(step.outcome) || step.outcome.status === 'TL_ENOTFOUND') return undefined;
  const call: Call = step.call;
  return 'id' in call ? { id: call.id, reason: `${call.fn} refused` } : undefined;
}
