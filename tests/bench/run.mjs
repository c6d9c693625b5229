// npm run bench [-- PART...]: builds and runs the benchmarks, the parts named below or all of them, and prints
// their tables. A run of all writes them, with the date, the processor and how busy it was, to
// tests/bench/results/. Not part of npm test: what it measures depends on the day.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { tablesOf } from './tables.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const binary = (name) => `build/release/tests/${name}`;
const script = (name) => `tests/bench/${name}`;

const build = (command, ...args) =>
  // NODE_PATH: Debian's emcc looks for its own modules there when it links.
  execFileSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { NODE_PATH: '/usr/share/nodejs', ...process.env },
  });

/** Runs a program that prints a JSON object a line. */
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** The best seconds of all contenders, for programs that print {name: seconds}, run in turn five times. */
function bestOf(programs) {
  const best = {};
  for (let round = 0; round < 5; round++) {
    for (const [command, ...args] of programs) {
      for (const [name, time] of Object.entries(run(command, ...args)[0]))
        best[name] = Math.min(best[name] ?? Number.POSITIVE_INFINITY, time);
    }
  }
  return best;
}

const scaled = (times, scale) =>
  Object.fromEntries(Object.entries(times).map(([name, time]) => [name, time * scale]));

function churn() {
  const times = bestOf([
    [binary('churn_bench')],
    ['node', script('churn.mjs'), 'dist'],
    ['python3', script('block_manager.py')],
  ]);
  const table = 'Fork, copy on write and free, 8 of each on tables of 40 blocks';
  return [{ table, label: 'a step', unit: 'us', values: scaled(times, 1e6) }];
}

/** The instructions of Workload (observer.cc), counted by callgrind: the same on any day. */
function instructions(program, mode, operations) {
  const callgrind = ['--tool=callgrind', '--toggle-collect=Workload', '--callgrind-out-file=/dev/null'];
  const { error, stderr } = spawnSync('valgrind', [...callgrind, program, mode], {
    cwd: root,
    encoding: 'utf8',
  });
  if (error) throw error;
  return Number(/Collected : (\d+)/.exec(stderr)[1]) / operations;
}

function observers() {
  const programs = {
    'no observer': [binary('observer_bench'), 'none'],
    'built without events': [binary('observer_bench_without_events'), 'none'],
    'an observer that adds': [binary('observer_bench'), 'adds'],
    'the operation log': [binary('observer_bench'), 'logs'],
  };
  const counts = {};
  const times = {};
  for (let round = 0; round < 5; round++) {
    for (const [name, program] of Object.entries(programs)) {
      const [{ operations, seconds }] = run(...program);
      times[name] = Math.min(times[name] ?? Number.POSITIVE_INFINITY, seconds);
      if (round === 0) counts[name] = instructions(...program, operations);
    }
  }
  const table = 'The same work of a ledger with and without observer, an operation';
  return [
    { table, label: 'instructions', unit: 'less is better', values: counts },
    { table, label: 'ns', unit: 'less is better', values: scaled(times, 1e9) },
  ];
}

const peers = 'build/bench/peers.wasm';
const batches = 'build/bench/batches.wasm';
// Node with a young heap that is not collected while objects are counted.
const parts = {
  native: () => run(binary('native_bench')),
  wasm: () => run('node', script('wasm.mjs'), 'dist', peers),
  ledger: () => run(binary('ledger_bench')),
  serving: () => run('node', script('serving.mjs'), 'dist'),
  churn,
  observers,
  crossing: () => run('node', '--max-semi-space-size=128', script('crossing.mjs'), 'dist', peers),
  batches: () => run('node', script('batches.mjs'), 'dist', batches),
  start: () => run('node', script('start.mjs'), 'dist'),
};

const asked = process.argv.slice(2);
for (const name of asked) if (!(name in parts)) throw new Error(`no part ${name}: ${Object.keys(parts)}`);

build('cmake', '--preset', 'release');
build('cmake', '--build', '--preset', 'release', '--target', 'benchmarks');
build('.ci/build', 'package');
mkdirSync(`${root}/build/bench`, { recursive: true });
const flags = '-O3 -std=c++20 -msimd128 -mbulk-memory -fno-exceptions -fno-rtti'.split(' ');
const link = '-sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH=1'.split(' ');
build('em++', ...flags, script('peers.cc'), ...link, '-o', peers);
// The library as the package has it.
const library = ['-Icore/include', 'build/wasm/libtlkv.a'];
build('em++', ...flags, script('batches.cc'), ...library, ...link, '-o', batches);

const before = loadavg();
const cases = (asked.length > 0 ? asked : Object.keys(parts)).flatMap((name) => parts[name]());
const date = new Date().toISOString().slice(0, 10);
const load = [...before.slice(0, 1), ...loadavg().slice(0, 1)].map((n) => n.toFixed(1)).join(' before, ');
const lines = [
  `# Measured on ${date}`,
  '',
  `${cpus()[0].model.trim()}, ${cpus().length} processors, load average ${load} after; Node ${process.versions.node}.`,
  'Processor time, the best of many samples, all columns in turn in one run; cold starts by the clock, medians.',
  'In brackets, how many times better the first column is.',
  ...tablesOf(cases),
];
console.log(lines.join('\n'));
if (asked.length === 0) {
  mkdirSync(`${root}/tests/bench/results`, { recursive: true });
  // A file for each processor: the same code meets other limits on another.
  const model = cpus()[0].model.replace(/\([^)]*\)/g, '');
  const file = [date, ...(model.match(/\w+/g) ?? [])].join('-').toLowerCase();
  writeFileSync(`${root}/tests/bench/results/${file}.md`, `${lines.join('\n')}\n`);
}
