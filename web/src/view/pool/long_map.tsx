/** A pool of more blocks than a page can show: a map of all, and the tiles of the part in view, which scroll. */
import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { grouped } from '../../model/number.ts';
import type { Frame } from '../../model/session.ts';
import { Roving } from '../roving.tsx';
import { useWidth } from '../use_width.ts';
import { useVirtualRows } from '../virtual_rows.ts';
import { CopyArrow } from './copy_arrow.tsx';
import { DensityMap } from './density_map.tsx';
import { lightUp } from './lighting.ts';
import { animateChanges } from './motion.ts';
import { moved } from './state.ts';
import { Tile, type TileProps } from './tile.tsx';

/** As high as the style sheet makes a tile with its note. */
const ROW_REM = 7.625;
const TILE_REM = 10;

interface Props {
  frame: Frame;
  tile: (id: number) => TileProps;
  /** The block that the step was about. */
  focus: number | undefined;
}

export function LongMap({ frame, tile, focus }: Props) {
  const root = useRef<HTMLElement>(null);
  const width = useWidth(root, 0);
  const blocks = frame.after.snapshot.nBlocks;
  const columns = Math.min(6, Math.max(2, Math.floor(width / TILE_REM)));
  // Each step brings the block that it changed into view; scrolling is the reader's.
  const rows = useVirtualRows(Math.ceil(blocks / columns), ROW_REM, {
    row: focus === undefined || width === 0 ? undefined : Math.floor(focus / columns),
    way: 'reveal',
    when: [frame, columns],
  });
  const first = (rows.visible[0] ?? 0) * columns;
  const shown = Math.min(blocks - first, rows.visible.length * columns);
  const lastSeen = Math.min(blocks, (rows.lastSeen + 1) * columns) - 1;
  const complaint = useSignal('');
  const tiles = useRef<HTMLDivElement>(null);

  const showTile = (id: number) => rows.reveal(Math.floor(id / columns));
  useEffect(() => {
    if (moved.peek() && root.current) animateChanges(root.current, frame);
  }, [frame]);

  function goTo(event: SubmitEvent): void {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget as HTMLFormElement).get('block')).trim();
    const id = Number(text);
    const there = /^\d+$/.test(text) && id < blocks;
    complaint.value = there ? '' : `a block from 0 to ${blocks - 1}`;
    if (there) rows.reveal(Math.floor(id / columns));
  }

  /** An arrow at the edge of what is drawn goes on to the row beyond it. */
  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowUp: -columns, ArrowDown: columns, ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const tileId = (event.target as HTMLElement).closest<HTMLElement>('.tile')?.dataset.id;
    if (by === undefined || tileId === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = Number(tileId) + by;
    event.preventDefault();
    event.stopPropagation();
    if (to < 0 || to >= blocks) return;
    showTile(to);
    requestAnimationFrame(() => root.current?.querySelector<HTMLElement>(`.tile[data-id="${to}"]`)?.focus());
  }

  const { offsetRem, spacerRem, scroller, onScroll, moving } = rows;
  // At rest the tiles stand in the order in which they are read out; elements that move among others cost as much as
  // new ones, so that while the reader scrolls each stays where it is.
  const start = moving ? first - (first % shown) : first;
  const ids = Array.from({ length: shown }, (_, at) => start + at).map((id) =>
    id < first ? id + shown : id,
  );
  useLayoutEffect(() => lightUp(root.current?.closest('.pool') ?? null), [first, shown, moving]);
  // The focus stays with its block: a moved element loses it, and one that stands for another block has it no more.
  const focused = tiles.current?.querySelector<HTMLElement>('.tile:focus');
  const held = focused?.dataset.id;
  useLayoutEffect(() => {
    if (focused?.dataset.id !== held) focused?.blur();
    else if (focused !== document.activeElement) focused?.focus({ preventScroll: true });
  });

  return (
    <section class="map long-map" aria-label="Blocks" ref={root}>
      <DensityMap frame={frame} first={first} shown={lastSeen - first + 1} onChoose={showTile} />
      <form class="long-head" onSubmit={goTo}>
        <div class="long-range">
          <span>
            Blocks {grouped(first)} to {grouped(lastSeen)} of {grouped(blocks)}
          </span>
        </div>{' '}
        <label>
          Go to block <input name="block" type="text" inputMode="numeric" size={6} />
        </label>{' '}
        <span role="status">{complaint.value}</span>
      </form>
      <div class="long-tiles" ref={scroller} onScroll={onScroll} onKeyDownCapture={onKeyDown}>
        <div class="long-rows" ref={tiles} style={{ height: `${spacerRem}rem`, '--columns': columns }}>
          <Roving as="ul" class="tiles">
            {ids.map((id) => (
              <Tile
                // Round a ring: a tile that scrolls in takes the elements of one that scrolls out.
                key={id % shown}
                {...tile(id)}
                column={id % columns}
                topRem={offsetRem + Math.floor((id - first) / columns) * ROW_REM}
              />
            ))}
          </Roving>
          {/* Drawn anew where other rows come into view; with one end out of view there is none. */}
          <CopyArrow key={`${first} ${shown} ${columns}`} frame={frame} map={tiles} />
        </div>
      </div>
    </section>
  );
}
