/** What stands out in a row of the hexdump. Neighbouring bytes of one field that look alike are one stretch. Pure. */
import type { HexRow, Run } from './hex_rows.ts';

export interface Span {
  readonly begin: number;
  readonly end: number;
}

/** What stands out in the file. */
export interface Marks {
  readonly cursor: number;
  /** What belongs together at the cursor: a field, or a value in it. */
  readonly inside: Span | undefined;
  readonly selected: Span | undefined;
  /** The bytes of broken rules. */
  readonly broken: readonly Span[];
  readonly edited: ReadonlyMap<number, number>;
}

/** Of a byte: the sum of what applies to it. */
export const Mark = { cursor: 1, inside: 2, selected: 4, broken: 8, edited: 16, differs: 32 } as const;

export interface Stretch extends Span {
  readonly marks: number;
}

/**
 * The marks of each byte of a row. `bytes` are those of the row, `other` what a file compared with has in their
 * places, -1 for nothing.
 */
export function marksOf(
  { offset, end }: HexRow,
  marks: Marks,
  bytes?: Uint8Array,
  other?: Int16Array,
): Uint8Array {
  const list = new Uint8Array(end - offset);
  const lay = (span: Span | undefined, mark: number) => {
    if (!span) return;
    for (let at = Math.max(span.begin, offset); at < Math.min(span.end, end); at++)
      list[at - offset] = (list[at - offset] as number) | mark;
  };
  lay({ begin: marks.cursor, end: marks.cursor + 1 }, Mark.cursor);
  lay(marks.inside, Mark.inside);
  lay(marks.selected, Mark.selected);
  for (const span of marks.broken) lay(span, Mark.broken);
  if (marks.edited.size > 0)
    for (let at = offset; at < end; at++)
      if (marks.edited.has(at)) lay({ begin: at, end: at + 1 }, Mark.edited);
  if (bytes && other)
    for (const [i, byte] of other.entries())
      if (byte >= 0 && byte !== bytes[i]) list[i] = (list[i] as number) | Mark.differs;
  return list;
}

/** A run of a row, cut where the marks change. */
export function stretchesOf(row: HexRow, run: Run, marks: Uint8Array): Stretch[] {
  const stretches: Stretch[] = [];
  let begin = run.begin;
  for (let at = begin + 1; at <= run.end; at++) {
    const mark = marks[begin - row.offset] as number;
    if (at < run.end && marks[at - row.offset] === mark) continue;
    stretches.push({ begin, end: at, marks: mark });
    begin = at;
  }
  return stretches;
}
