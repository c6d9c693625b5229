// npm run bench: builds and runs the native and the WebAssembly benchmark and writes their tables, with the
// date and the processor, to tests/bench/results/. Not part of npm test: what it measures depends on the day.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const build = (command, ...args) =>
  execFileSync(command, args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
const measure = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

build('cmake', '--preset', 'release');
build('cmake', '--build', '--preset', 'release', '--target', 'native_bench');
build('.ci/build', 'package');
mkdirSync(`${root}/build/bench`, { recursive: true });
// NODE_PATH: Debian's emcc looks for its own modules there when it links.
execFileSync(
  'em++',
  [
    '-O3',
    '-std=c++20',
    '-msimd128',
    '-mbulk-memory',
    '-fno-exceptions',
    '-fno-rtti',
    'tests/bench/peers.cc',
  ].concat(['-sSTANDALONE_WASM', '--no-entry', '-sALLOW_MEMORY_GROWTH=1', '-o', 'build/bench/peers.wasm']),
  {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { NODE_PATH: '/usr/share/nodejs', ...process.env },
  },
);

const cases = [
  ...measure('build/release/tests/native_bench'),
  ...measure('node', 'tests/bench/wasm.mjs', `${root}/dist`, `${root}/build/bench/peers.wasm`),
];
const date = new Date().toISOString().slice(0, 10);
const lines = [`# Measured on ${date}`, '', `${cpus()[0].model.trim()}, Node ${process.versions.node}.`];
lines.push(
  'Processor time, best of many samples, all columns in turn in one run; in brackets, the first column over it.',
);
for (const table of new Set(cases.map((c) => c.table))) {
  const rows = cases.filter((c) => c.table === table);
  const names = Object.keys(rows[0].values);
  lines.push(
    '',
    `## ${table}, ${rows[0].unit}`,
    '',
    `| | ${names.join(' | ')} |`,
    `|---|${'---|'.repeat(names.length)}`,
  );
  for (const { label, values } of rows) {
    const cells = names.map((name, i) => {
      const value = values[name] >= 100 ? Math.round(values[name]) : values[name].toPrecision(3);
      return i === 0 ? value : `${value} (${(values[names[0]] / values[name]).toPrecision(3)})`;
    });
    lines.push(`| ${label} | ${cells.join(' | ')} |`);
  }
}
mkdirSync(`${root}/tests/bench/results`, { recursive: true });
writeFileSync(`${root}/tests/bench/results/${date}.md`, `${lines.join('\n')}\n`);
console.log(lines.join('\n'));
