// Cases, as the benchmarks print them, to tables.

/** Units of which more is better; of all others less is. */
const rates = ['GB/s', 'M blocks/s'];

/** A table: its name, and a row for each case. In brackets, how much better the first column is. */
function table(name, cases) {
  const columns = [...new Set(cases.flatMap((c) => Object.keys(c.values)))];
  const lines = [
    `## ${name}, ${cases[0].unit}`,
    '',
    `| | ${columns.join(' | ')} |`,
    `|---|${'---|'.repeat(columns.length)}`,
  ];
  for (const { label, unit, values } of cases) {
    const cells = columns.map((column, i) => {
      const value = values[column];
      if (value === undefined) return '';
      const shown = value >= 100 ? Math.round(value) : Number(value.toPrecision(3));
      const first = values[columns[0]];
      const ratio = rates.includes(unit) ? first / value : value / first;
      return i === 0 || !Number.isFinite(ratio) ? shown : `${shown} (${Number(ratio.toPrecision(3))})`;
    });
    lines.push(`| ${label} | ${cells.join(' | ')} |`);
  }
  return lines;
}

export function tablesOf(cases) {
  const names = [...new Set(cases.map((c) => c.table))];
  return names.flatMap((name) => [
    '',
    ...table(
      name,
      cases.filter((c) => c.table === name),
    ),
  ]);
}
