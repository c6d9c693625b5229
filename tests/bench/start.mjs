// Cold starts: node tests/bench/start.mjs DIST. Each in a new process, the package and its peer in turn; time on
// the clock, the median of 21.
import { execFileSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { print } from './compare.mjs';

const dist = pathToFileURL(process.argv[2]).href;
const one = fileURLToPath(new URL('start_one.mjs', import.meta.url));
const starts = { tlkv: [], 'hash-wasm': [], 'limit: compiling, copying': [] };
for (let round = 0; round < 21; round++) {
  for (const [name, times] of Object.entries(starts))
    times.push(JSON.parse(execFileSync('node', [one, name, dist], { encoding: 'utf8' })));
}
const median = (numbers) => numbers.sort((a, b) => a - b)[numbers.length >> 1];
for (const [label, key] of [
  ['from init() to the first object', 'first'],
  ['the first 2 MiB checked', 'check'],
]) {
  const values = Object.entries(starts).map(([name, times]) => [
    name,
    median(times.map((time) => time[key])),
  ]);
  print('Start, cold, in Node', label, 'ms', Object.fromEntries(values));
}
