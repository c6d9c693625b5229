/** K and V of one layer and head of one block, as heat map and numbers. */

import { useRef } from 'preact/hooks';
import { useWidth } from '../use_width.ts';
import { SlabTable } from './slab_table.tsx';
import { cursor, file, moveTo, place, report, slab } from './state.ts';
import { Stepper } from './stepper.tsx';

export function SlabPanel() {
  const section = useRef<HTMLElement>(null);
  const room = useWidth(section, 0);
  const opened = file.value;
  const known = report.value;
  const shape = known?.header;
  if (!opened || !shape || opened.map.blocksBegun === 0) return null;
  const { map } = opened;
  const { block, layer, head } = slab.value;

  /** Moves to the same place of another slab, or chooses it where the cursor is elsewhere. */
  function choose(to: { layer?: number; head?: number }): void {
    const next = { ...slab.value, ...to };
    slab.value = next;
    const here = place.value;
    const side = here?.field.kind;
    if (!here?.element || (side !== 'k' && side !== 'v')) return;
    const { position, dim } = here.element;
    moveTo(
      map.elementOffset(next.block, next.layer, side, next.head, position, dim) + (cursor.value - here.begin),
    );
  }

  return (
    <section class="slabs" ref={section} aria-labelledby="slabs-title">
      <header class="slabs-head">
        <h2 id="slabs-title">Block {block.toLocaleString('en-US')}</h2>
        <span class="slabs-choice">
          layer{' '}
          <Stepper
            label="Layer"
            value={layer}
            count={shape.nLayers}
            onChange={(to) => choose({ layer: to })}
          />
        </span>
        <span class="slabs-choice">
          head{' '}
          <Stepper label="Head" value={head} count={shape.nKvHeads} onChange={(to) => choose({ head: to })} />
        </span>
      </header>
      {block < known.blockCount ? (
        <div class="slab-pair">
          <SlabTable side="k" room={room} />
          <SlabTable side="v" room={room} />
        </div>
      ) : (
        <p class="caption">The file ends inside block {block}: its values are not all there.</p>
      )}
    </section>
  );
}
