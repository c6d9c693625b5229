/** Every broken rule and every warning, with its bytes; choosing one goes to them. */
import type { Finding } from 'tlkv';
import { OneBit } from './one_bit.tsx';
import { moveTo, place, report } from './state.ts';

/** The list stays short enough to read; the package counts the rest. */
const SHOWN = 50;

export function Rules() {
  const known = report.value;
  if (!known || known.findingsCount + known.warningsCount === 0) return null;
  return (
    <div class="rules">
      <Findings title="Broken rules, in reading order" list={known.findings} total={known.findingsCount} />
      <OneBit />
      <Findings title="Warnings" list={known.warnings} total={known.warningsCount} mild />
    </div>
  );
}

interface Props {
  title: string;
  list: readonly Finding[];
  total: number;
  mild?: boolean;
}

function Findings({ title, list, total, mild = false }: Props) {
  if (total === 0) return null;
  const shown = list.slice(0, SHOWN);
  return (
    <section class="findings" data-mild={mild} aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {shown.map((finding, at) => (
          <li key={at}>
            <FindingButton finding={finding} />
          </li>
        ))}
      </ul>
      {total > shown.length && (
        <p class="caption">and {(total - shown.length).toLocaleString('en-US')} more</p>
      )}
    </section>
  );
}

function FindingButton({ finding }: { finding: Finding }) {
  const { rule, title, begin, end, expected, found } = finding;
  const here = place.value;
  const current = here !== undefined && here.begin >= begin && here.end <= end;
  return (
    <button type="button" class="finding" aria-current={current} onClick={() => moveTo(begin)}>
      <b class="finding-rule">{rule}</b>
      <span class="finding-words">
        <strong>{title}</strong>
        <span class="finding-line">
          <i>bytes</i> <code>{rangeText(begin, end)}</code>
        </span>
        <span class="finding-line">
          <i>expected</i> <code>{expected}</code>
        </span>
        <span class="finding-line">
          <i>found</i> <code class="found">{found}</code>
        </span>
      </span>
    </button>
  );
}

export function rangeText(begin: number, end: number): string {
  if (end <= begin) return 'none';
  const first = begin.toLocaleString('en-US');
  return end - begin === 1 ? first : `${first}–${(end - 1).toLocaleString('en-US')}`;
}
