/** The blocks of a pool in little: each as wide as its positions, filled as far as it holds tokens. */
import { blockOf } from '../../model/block.ts';
import { grouped } from '../../model/number.ts';
import type { Moment } from '../../model/session.ts';
import { Roving } from '../roving.tsx';
import { Chip } from './chip.tsx';

export const SHOWN = 64;

interface Props {
  moment: Moment;
  label: string;
  /** Ids that are set apart, and what is said of them. */
  marked?: ReadonlySet<number>;
  mark?: string;
}

export function Slab({ moment, label, marked, mark }: Props) {
  const { snapshot } = moment;
  const shown = Math.min(SHOWN, snapshot.nBlocks);
  return (
    <>
      <Roving class="slab-blocks" role="group" aria-label={label}>
        {Array.from({ length: shown }, (_, id) => {
          const block = blockOf(snapshot, id);
          const isMarked = marked?.has(id) ?? false;
          return (
            <span
              class="slab-block"
              key={id}
              data-marked={isMarked}
              style={{ '--positions': snapshot.blockTokens, '--fill': block.fill / snapshot.blockTokens }}
            >
              <Chip
                block={block}
                about={`${block.fill} of ${snapshot.blockTokens} filled${isMarked ? `, ${mark}` : ''}`}
              />
              <span class="slab-fill" data-state={block.state} />
            </span>
          );
        })}
      </Roving>
      {shown < snapshot.nBlocks && <p class="caption">and {grouped(snapshot.nBlocks - shown)} blocks more</p>}
    </>
  );
}
