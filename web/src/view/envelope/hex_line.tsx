/** One row of the hexdump. */
import type { Finding } from 'tlkv';
import { asciiText, byteText, type HexRow, offsetText, type Run } from '../../model/hex_rows.ts';
import type { Place } from '../../model/inspect.ts';

interface Props {
  row: HexRow;
  index: number;
  /** Of the row; undefined while they are on their way. */
  bytes: Uint8Array | undefined;
  byteLength: number;
  digits: number;
  width: number;
  here: Place | undefined;
  cursor: number;
  findings: readonly Finding[];
  selected: { readonly begin: number; readonly end: number } | undefined;
  edited: ReadonlyMap<number, number>;
}

export function HexLine(props: Props) {
  const { row, index, bytes, byteLength, digits, width, here, cursor, findings, selected, edited } = props;
  const holdsCursor = cursor >= row.offset && cursor < row.end;
  const broken = findings.filter((one) => one.rule !== 'R1' && one.begin < row.end && one.end > row.offset);
  const chosen = (at: number) => (selected ? at >= selected.begin && at < selected.end : at === cursor);
  // Bytes of no field belong to nothing together.
  const inside = (at: number) =>
    here !== undefined && here.field.kind !== 'extra' && at >= here.begin && at < here.end;
  return (
    <div class="hex-row" role="row" aria-rowindex={index + 2} data-here={holdsCursor}>
      <span class="hex-offset" role="rowheader">
        {offsetText(row.offset, width === 8 ? shortDigits(digits, byteLength) : digits)}
      </span>
      <span class="hex-runs" role="presentation">
        {row.runs.map((run) => (
          <HexRun key={run.begin} run={run} row={row}>
            {Array.from({ length: run.end - run.begin }, (_, i) => {
              const at = run.begin + i;
              return (
                <span
                  class="byte"
                  role="gridcell"
                  key={at}
                  id={`byte-${at}`}
                  data-offset={at}
                  data-inside={inside(at)}
                  data-first={inside(at) && (at === here?.begin || at === row.offset)}
                  data-last={inside(at) && (at === (here?.end ?? 0) - 1 || at === row.end - 1)}
                  data-cursor={at === cursor}
                  data-broken={broken.some(({ begin, end }) => at >= begin && at < end)}
                  data-selected={selected !== undefined && chosen(at)}
                  data-edited={edited.has(at)}
                  aria-selected={chosen(at)}
                >
                  {bytes ? byteText(bytes[at - row.offset] as number) : '··'}
                </span>
              );
            })}
          </HexRun>
        ))}
      </span>
      <span class="hex-text" aria-hidden="true">
        {Array.from(bytes ?? [], (byte, i) =>
          inside(row.offset + i) ? <b key={i}>{asciiText(byte)}</b> : asciiText(byte),
        )}
      </span>
    </div>
  );
}

/** A run that fills a row, with its field going on above and below, carries its mark once, in the margin. */
function HexRun({ run, row, children }: { run: Run; row: HexRow; children: preact.ComponentChildren }) {
  const { field, begin, end } = run;
  const whole = row.runs.length === 1 && field.begin < begin && field.end > end;
  return (
    <span class="run" data-kind={field.kind} data-whole={whole} role="presentation">
      {children}
    </span>
  );
}

/** A narrow page has no room for leading zeros. */
function shortDigits(digits: number, byteLength: number): number {
  return Math.min(digits, Math.max(2, Math.max(0, byteLength - 1).toString(16).length));
}
