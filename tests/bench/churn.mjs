// Fork and copy-on-write churn by the package's BlockManager, as tests/bench/churn.cc does it:
// node tests/bench/churn.mjs DIST. Prints the seconds a step.
import { pathToFileURL } from 'node:url';
import { seconds } from './compare.mjs';

const { BlockManager, init } = await import(pathToFileURL(`${process.argv[2]}/index.js`));
await init();

const manager = new BlockManager(1024, 16);
const sequences = [0, 1, 2, 3, 4, 5, 6, 7];
for (const seq of sequences) manager.allocate(seq, 40 * 16 - 8);

function step() {
  for (const seq of sequences) manager.fork(seq, 100 + seq);
  for (const seq of sequences) manager.appendSlot(100 + seq);
  for (const seq of sequences) manager.freeSeq(100 + seq);
}

let best = Infinity;
for (let round = 0; round < 50; round++) {
  const start = seconds();
  for (let i = 0; i < 500; i++) step();
  best = Math.min(best, (seconds() - start) / 500);
}
if (manager.free.length !== 1024 - 8 * 40) throw new Error('blocks were lost');
console.log(JSON.stringify({ 'tlkv, the package': best }));
