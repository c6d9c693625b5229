/**
 * One row of the hexdump: one text for each stretch of bytes that look alike, so that a row is a few elements.
 * It reads what it shows by itself, and so is drawn again when that changes, but not when the hexdump scrolls.
 */
import { computed } from '@preact/signals';
import { Mark, type Marks, marksOf, type Stretch, stretchesOf } from '../../model/hex_marks.ts';
import { asciiText, type HexRow, hexRow, hexText, offsetText } from '../../model/hex_rows.ts';
import { otherBytesAt } from './comparing.ts';
import { selecting, selection } from './selection.ts';
import { bytesAt, cursor, file, type OpenFile, place, report } from './state.ts';

interface Props {
  opened: OpenFile;
  index: number;
  /** Bytes of a row. */
  width: number;
  /** Of an offset. */
  digits: number;
}

const marks = computed<Marks>(() => ({
  cursor: cursor.value,
  // Bytes of no field belong to nothing together.
  inside: place.value?.field.kind === 'extra' ? undefined : place.value,
  selected: selecting.value ? selection.value : undefined,
  broken: (report.value?.findings ?? []).filter(({ rule }) => rule !== 'R1'),
  edited: file.value?.bytes.edits.bytes ?? new Map(),
}));

export function HexLine({ opened, index, width, digits }: Props) {
  const row = hexRow(opened.map, index, width);
  const bytes = bytesAt(row.offset, row.end);
  const list = marksOf(row, marks.value, bytes, otherBytesAt(row.offset, row.end));
  const holdsCursor = list.some((mark) => mark & Mark.cursor);
  return (
    <div class="hex-row" role="row" aria-rowindex={index + 2} data-here={holdsCursor}>
      <span class="hex-offset" role="rowheader">
        {offsetText(row.offset, digits)}
      </span>
      <span class="hex-runs" role="presentation">
        {row.runs.map((run, i) => (
          // A run that fills a row, with its field going on above and below, carries its mark once, in the margin.
          <span
            class="run"
            role="presentation"
            key={i}
            data-kind={run.field.kind}
            data-whole={row.runs.length === 1 && run.field.begin < run.begin && run.field.end > run.end}
          >
            {stretchesOf(row, run, list).map((stretch, at) => cell(stretch, at, row, bytes))}
          </span>
        ))}
      </span>
      <span class="hex-text" aria-hidden="true">
        {bytes && textOf(bytes, list)}
      </span>
    </div>
  );
}

function cell({ begin, end, marks: sum }: Stretch, key: number, row: HexRow, bytes: Uint8Array | undefined) {
  const has = (mark: number) => (sum & mark ? true : undefined);
  const inside = marks.value.inside;
  const at = begin - row.offset;
  const size = end - begin;
  return (
    <span
      class="stretch"
      role="gridcell"
      key={key}
      id={has(Mark.cursor) && `byte-${begin}`}
      aria-colindex={at + 2}
      aria-colspan={size}
      aria-selected={has(Mark.selected) ?? has(Mark.cursor)}
      data-offset={begin}
      data-cursor={has(Mark.cursor)}
      data-inside={has(Mark.inside)}
      data-first={has(Mark.inside) && (begin === inside?.begin || begin === row.offset)}
      data-last={has(Mark.inside) && (end === inside?.end || end === row.end)}
      data-selected={has(Mark.selected)}
      data-broken={has(Mark.broken)}
      data-edited={has(Mark.edited)}
      data-differs={has(Mark.differs)}
      style={{ '--bytes': size }}
    >
      {bytes ? hexText(bytes.subarray(at, at + size)) : Array(size).fill('··').join(' ')}
    </span>
  );
}

/** What belongs together at the cursor stands out in the text, too. */
function textOf(bytes: Uint8Array, list: Uint8Array): preact.ComponentChildren[] {
  const parts: preact.ComponentChildren[] = [];
  const inside = (at: number) => ((list[at] as number) & Mark.inside) !== 0;
  for (let at = 0; at < bytes.length; ) {
    let end = at + 1;
    while (end < bytes.length && inside(end) === inside(at)) end++;
    const text = Array.from(bytes.subarray(at, end), asciiText).join('');
    parts.push(inside(at) ? <b key={at}>{text}</b> : text);
    at = end;
  }
  return parts;
}
