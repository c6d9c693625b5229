// coverage.mjs DIR...: adds up what gcov says about core/ in the counts under the directories; prints each
// file's share of lines and branches reached and the lines that were not, and exits with 0 only from 98 % of
// lines on. A line of a header counts as reached when any of the programs that contain it reaches it.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const required = 98;
const root = resolve(import.meta.dirname, '..');
const files = new Map(); // path -> { lines: line -> count, branches: "line/i" -> count }

for (const dir of process.argv.slice(2)) {
  for (const name of readdirSync(dir, { recursive: true })) {
    if (name.endsWith('.gcda')) addCounts(join(dir, name));
  }
}

const shares = { lines: { reached: 0, all: 0 }, branches: { reached: 0, all: 0 } };
for (const [path, counts] of [...files].sort()) {
  const percent = ['lines', 'branches'].map((kind) => {
    const values = [...counts[kind].values()];
    const reached = values.filter((count) => count > 0).length;
    shares[kind].reached += reached;
    shares[kind].all += values.length;
    return show(reached, values.length);
  });
  const missed = [...counts.lines].filter(([, count]) => count === 0).map(([line]) => line);
  console.log(`${path.padEnd(44)} ${percent.join('  ')}  ${missed.sort((a, b) => a - b).join(' ')}`);
}
const { lines, branches } = shares;
console.log(`\nlines    ${show(lines.reached, lines.all)} of ${lines.all}`);
console.log(`branches ${show(branches.reached, branches.all)} of ${branches.all}`);
if (!(lines.reached / lines.all >= required / 100)) {
  console.log(`Below the ${required} % of lines that are required.`);
  process.exitCode = 1;
}

function show(reached, all) {
  return `${(all === 0 ? 100 : (100 * reached) / all).toFixed(1).padStart(5)} %`;
}

function addCounts(gcda) {
  const json = execFileSync('gcov', ['--json-format', '--stdout', '--branch-probabilities', gcda], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  const report = JSON.parse(json);
  for (const file of report.files) {
    const path = relative(root, resolve(report.current_working_directory, file.file));
    if (!path.startsWith('core/')) continue;
    const counts = files.get(path) ?? { lines: new Map(), branches: new Map() };
    files.set(path, counts);
    for (const line of file.lines) {
      add(counts.lines, line.line_number, line.count);
      // Those for exceptions stand in headers alone, where a test includes them: the core has none.
      for (const [i, branch] of line.branches.filter((one) => !one.throw).entries()) {
        add(counts.branches, `${line.line_number}/${i}`, branch.count);
      }
    }
  }
}

function add(counts, key, count) {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
