/** The operation log as lines: every call under its chapter, and under the command that made it. */
import type { Step } from './session.ts';

export type LogLine =
  | { readonly kind: 'chapter'; readonly text: string }
  | { readonly kind: 'created' }
  /** The heading of the calls that follow. */
  | { readonly kind: 'command'; readonly command: number; readonly text: string }
  | { readonly kind: 'step'; readonly step: Step }
  /** What a question that is open keeps to itself. */
  | { readonly kind: 'hidden' };

/** Lines that are drawn as one: the calls of a command and its heading, or a line that stands alone. */
export interface LogGroup {
  /** Which of the lines is the first here. */
  readonly first: number;
  /** The command of its calls, where that is written over them. */
  readonly command: string | undefined;
  readonly lines: readonly LogLine[];
}

/** `commands` are the words of the commands that made the steps. */
export function logLines(steps: readonly Step[], commands: readonly string[], asking: boolean): LogLine[] {
  const lines: LogLine[] = [{ kind: 'created' }];
  steps.forEach((step, at) => {
    const { command, chapter } = step;
    if (chapter) lines.push({ kind: 'chapter', text: chapter });
    const text = commands[command] ?? '';
    if (steps[at - 1]?.command !== command && hasHeading(text, step, steps[at + 1]))
      lines.push({ kind: 'command', command, text });
    lines.push({ kind: 'step', step });
  });
  if (asking) lines.push({ kind: 'hidden' });
  return lines;
}

/** One call that says the same as its command has none. */
function hasHeading(text: string, first: Step, next: Step | undefined): boolean {
  return next?.command === first.command || !text.startsWith(`${first.call.fn} `);
}

/** The lines from `first` up to `end`, in groups: of a command that begins before them, the part that is among them. */
export function logGroups(
  lines: readonly LogLine[],
  commands: readonly string[],
  first = 0,
  end = lines.length,
): LogGroup[] {
  const groups: { first: number; command: string | undefined; lines: LogLine[]; of: number | undefined }[] =
    [];
  for (let at = first; at < end; at++) {
    const line = lines[at] as LogLine;
    const of = commandOf(line);
    const last = groups.at(-1);
    if (last && of !== undefined && last.of === of) last.lines.push(line);
    else
      groups.push({
        first: at,
        command: headed(lines, at) ? commands[of ?? -1] : undefined,
        lines: [line],
        of,
      });
  }
  return groups.map(({ first, command, lines }) => ({ first, command, lines }));
}

function commandOf(line: LogLine | undefined): number | undefined {
  if (line?.kind === 'command') return line.command;
  return line?.kind === 'step' ? line.step.command : undefined;
}

/** Whether a line is a heading or stands under one: then its command has one, or more calls than this. */
function headed(lines: readonly LogLine[], at: number): boolean {
  const before = lines[at - 1];
  return (
    lines[at]?.kind === 'command' || (before !== undefined && commandOf(before) === commandOf(lines[at]))
  );
}

/** The line of a position. */
export function lineOf(lines: readonly LogLine[], position: number): number {
  return lines.findIndex((line) =>
    line.kind === 'created' ? position === 0 : line.kind === 'step' && line.step.index === position,
  );
}
