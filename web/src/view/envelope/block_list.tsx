/** All records of the file: hash, fill, offset. Only the rows in view are drawn. */
import { formatHash } from 'tlkv';
import { useVirtualRows } from '../virtual_rows.ts';
import { file, moveTo, slab } from './state.ts';

const ROW_REM = 1.75;
const ROWS_IN_VIEW = 8;

export function BlockList() {
  const opened = file.value;
  const count = opened?.envelope.blockCount ?? 0;
  const rows = useVirtualRows(count, ROW_REM);
  if (!opened || count === 0) return null;
  const height = `${Math.min(count, ROWS_IN_VIEW) * ROW_REM}rem`;
  return (
    <div class="block-list">
      <p class="caption">{count.toLocaleString('en-US')} whole records: hash, n_tokens, offset</p>
      <div class="block-scroller" ref={rows.scroller} onScroll={rows.onScroll} style={{ height }}>
        <div style={{ height: `${rows.spacerRem}rem` }}>
          <ul style={{ transform: `translateY(${rows.offsetRem}rem)` }}>
            {rows.visible.map((index) => {
              const block = opened.envelope.block(index);
              return (
                <li key={index}>
                  <button
                    type="button"
                    aria-current={index === slab.value.block}
                    onClick={() => moveTo(block.offset)}
                  >
                    <span>{index.toLocaleString('en-US')}</span>
                    <code>
                      {block.hash === 0n ? 'no hash' : formatHash(block.hash).slice(2).toUpperCase()}
                    </code>
                    <span>{block.nTokens.toLocaleString('en-US')}</span>
                    <span>{block.offset.toLocaleString('en-US')}</span>
                  </button>
                </li>
              );
            })}
          </ul>
        </div>
      </div>
    </div>
  );
}
