/** All records of the file: hash, fill, offset. Only the rows in view are drawn. */
import { formatHash } from 'tlkv';
import { useVirtualRows } from '../virtual_rows.ts';
import { bytesAt, file, moveTo, report, slab } from './state.ts';

const ROW_REM = 1.75;
const ROWS_IN_VIEW = 8;

export function BlockList() {
  const opened = file.value;
  const count = report.value?.blockCount ?? 0;
  const { block } = slab.value;
  const rows = useVirtualRows(count, ROW_REM, { row: block, way: 'reveal', when: [block, opened] });
  if (!opened || count === 0) return null;
  const height = `${Math.min(count, ROWS_IN_VIEW) * ROW_REM}rem`;
  return (
    <div class="block-list">
      <p class="caption">{count.toLocaleString('en-US')} whole records: hash, n_tokens, offset</p>
      <div class="block-scroller" ref={rows.scroller} onScroll={rows.onScroll} style={{ height }}>
        <div style={{ height: `${rows.spacerRem}rem` }}>
          <ul style={{ transform: `translateY(${rows.offsetRem}rem)` }}>
            {rows.visible.map((index, line) => {
              const offset = opened.map.recordOffset(index);
              const record = bytesAt(offset, offset + 12);
              const data = record && new DataView(record.buffer);
              const hash = data?.getBigUint64(0, true);
              return (
                <li key={line}>
                  <button type="button" aria-current={index === block} onClick={() => moveTo(offset)}>
                    <span>{index.toLocaleString('en-US')}</span>
                    <code>
                      {hash === undefined
                        ? '…'
                        : hash === 0n
                          ? 'no hash'
                          : formatHash(hash).slice(2).toUpperCase()}
                    </code>
                    <span>{data?.getUint32(8, true).toLocaleString('en-US')}</span>
                    <span>{offset.toLocaleString('en-US')}</span>
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
