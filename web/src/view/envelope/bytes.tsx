/** The hexdump: coloured by field, moved in by keys, linked to the structure through the cursor. */
import { useRef } from 'preact/hooks';
import { offsetDigits, rowCount } from '../../model/hex_rows.ts';
import { PAGE_BYTES } from '../../model/paged_bytes.ts';
import { say } from '../live.ts';
import { useWidth } from '../use_width.ts';
import { type Follow, useVirtualRows } from '../virtual_rows.ts';
import { editing, nextDigit, typeDigit } from './damage.ts';
import { Find } from './find.tsx';
import { GoTo } from './go_to.tsx';
import { HexLine } from './hex_line.tsx';
import { clearSelection, extendTo, selectAll, selecting } from './selection.ts';
import { copySelection, SelectionBar } from './selection_bar.tsx';
import { cursor, file, moveBy, moveTo } from './state.ts';

const ROW_REM = 2;
/** The row of column numbers, which stays in view. */
const HEAD_REM = 1.75;
/** Rows of a small file; a large one scrolls in the same height. */
const ROWS_IN_VIEW = 10;
/** Narrower than this, a row holds 8 bytes. */
const WIDE_REM = 37;

export function Bytes() {
  const section = useRef<HTMLElement>(null);
  const width = useWidth(section, WIDE_REM) < WIDE_REM ? 8 : 16;
  const opened = file.value;
  const length = opened?.bytes.byteLength ?? 0;
  const count = rowCount(length, width);
  const row = Math.floor(cursor.value / width);
  const follow: Follow = { row, way: 'reveal', when: [row, opened, width] };
  const rows = useVirtualRows(count, ROW_REM, follow, HEAD_REM);

  if (!opened) return null;
  const [first, last] = [rows.visible[0] ?? 0, rows.visible.at(-1) ?? 0];
  // What one comes to by scrolling on is there before.
  opened.bytes.peek(Math.max(0, first * width - PAGE_BYTES), last * width + PAGE_BYTES);
  const digits = width === 8 ? shortDigits(length) : offsetDigits(length);
  const column = cursor.value % width;

  function onKeyDown(event: KeyboardEvent): void {
    const act = actionOf(event);
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  function actionOf(event: KeyboardEvent): (() => void) | undefined {
    const command = event.ctrlKey || event.metaKey;
    if (command && event.key === 'a') return selectAll;
    if (command && event.key === 'c') return () => void copySelection('hex').then(say);
    if (event.key === 'Escape' && selecting.value) return clearSelection;
    if (editing.value && !command && /^[0-9a-f]$/i.test(event.key))
      return () => typeDigit(Number.parseInt(event.key, 16));
    const step = stepOf(event, width, rows.page);
    if (step === undefined) return undefined;
    nextDigit.value = 'high';
    if (event.shiftKey) return () => extendTo(cursor.value + step);
    clearSelection();
    return () => moveBy(step);
  }

  function stepOf(event: KeyboardEvent, perRow: number, page: number): number | undefined {
    if (event.altKey || event.metaKey) return undefined;
    const at = cursor.value;
    switch (event.key) {
      case 'ArrowRight':
        return 1;
      case 'ArrowLeft':
        return -1;
      case 'ArrowDown':
        return at + perRow < length ? perRow : 0;
      case 'ArrowUp':
        return at >= perRow ? -perRow : 0;
      case 'PageDown':
        return Math.min(page * perRow, length - 1 - at);
      case 'PageUp':
        return -Math.min(page * perRow, at);
      case 'Home':
        return event.ctrlKey ? -at : -(at % perRow);
      case 'End':
        return event.ctrlKey ? length - 1 - at : Math.min(perRow - 1 - (at % perRow), length - 1 - at);
      default:
        return undefined;
    }
  }

  function offsetOf(event: PointerEvent): number | undefined {
    const target = document.elementFromPoint(event.clientX, event.clientY);
    const stretch = target?.closest<HTMLElement>('.stretch');
    if (!stretch) return undefined;
    const { left, width: wide } = stretch.getBoundingClientRect();
    const size = Number(stretch.ariaColSpan);
    const at = Math.floor(((event.clientX - left) / wide) * size);
    return Number(stretch.dataset.offset) + Math.min(Math.max(0, at), size - 1);
  }

  function onPointerDown(event: PointerEvent): void {
    const at = offsetOf(event);
    if (at === undefined || event.button !== 0) return;
    nextDigit.value = 'high';
    if (event.shiftKey) extendTo(at);
    else {
      clearSelection();
      moveTo(at);
    }
  }

  /** Dragging selects. */
  function onPointerMove(event: PointerEvent): void {
    if ((event.buttons & 1) === 0 || event.pointerType === 'touch') return;
    const at = offsetOf(event);
    if (at !== undefined && at !== cursor.value) extendTo(at);
  }

  return (
    <section class="bytes" ref={section} aria-labelledby="bytes-title" data-width={width}>
      <div class="bytes-head">
        <h2 id="bytes-title">Bytes</h2>
        <FieldKey />
        <div class="bytes-tools">
          <GoTo />
          <Find />
        </div>
      </div>
      {length === 0 ? (
        <p class="empty">There are no bytes.</p>
      ) : (
        <div
          class="hex"
          role="grid"
          tabIndex={0}
          aria-label="Hexdump"
          aria-rowcount={count + 1}
          aria-colcount={width + 1}
          aria-activedescendant={`byte-${cursor.value}`}
          ref={rows.scroller}
          onKeyDown={onKeyDown}
          onScroll={rows.onScroll}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          data-editing={editing.value}
          style={{
            '--digits': digits,
            height: `${HEAD_REM + Math.min(count, ROWS_IN_VIEW) * ROW_REM}rem`,
          }}
        >
          <Columns width={width} column={column} />
          <div role="presentation" style={{ height: `${rows.spacerRem}rem` }}>
            <div role="presentation" style={{ transform: `translateY(${rows.offsetRem}rem)` }}>
              {rows.visible.map((index, line) => (
                // By its place in view: a row that scrolls in takes the elements of another.
                <HexLine key={line} opened={opened} index={index} width={width} digits={digits} />
              ))}
            </div>
          </div>
        </div>
      )}
      {length > 0 && <SelectionBar />}
      {width === 8 && <p class="caption">8 bytes a row at this width</p>}
    </section>
  );
}

/** A narrow page has no room for leading zeros. */
function shortDigits(byteLength: number): number {
  return Math.max(2, Math.max(0, byteLength - 1).toString(16).length);
}

function Columns({ width, column }: { width: number; column: number }) {
  return (
    <div class="hex-columns" role="row" aria-rowindex={1}>
      <span class="hex-offset" role="columnheader">
        offset
      </span>
      {Array.from({ length: width }, (_, at) => (
        <span class="hex-column" role="columnheader" key={at} data-here={at === column}>
          {at.toString(16)}
        </span>
      ))}
      <span class="hex-text" role="columnheader">
        text
      </span>
    </div>
  );
}

function FieldKey() {
  return (
    <p class="field-key" aria-hidden="true">
      {(['header', 'hash', 'fill', 'k', 'v', 'crc'] as const).map((kind) => (
        <span key={kind}>
          <span class="run" data-kind={kind}>
            00
          </span>{' '}
          {{ header: 'header', hash: 'hash', fill: 'n_tokens', k: 'K', v: 'V', crc: 'crc' }[kind]}
        </span>
      ))}
    </p>
  );
}
