// Contenders side by side, each in turn many times, so that all meet the same machine.
// Prints one JSON object a case; run.mjs makes the tables.

/** Processor time of this process. */
export function seconds() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Of a time in seconds for `work`: millions (or 10^9 bytes) a second, or for ns and us the time each. */
function inUnit(unit, work, time) {
  if (unit === 'ns') return (time / work) * 1e9;
  if (unit === 'us') return (time / work) * 1e6;
  return work / time / (unit === 'GB/s' ? 1e9 : 1e6);
}

export function print(table, label, unit, values) {
  const rounded = Object.entries(values).map(([name, value]) => [name, Number(value.toPrecision(4))]);
  console.log(JSON.stringify({ table, label, unit, values: Object.fromEntries(rounded) }));
}

/** The best time of each contender, a function that does `work`. */
export function compare(table, label, unit, work, contenders, { rounds = work > 5e7 ? 7 : 31 } = {}) {
  const names = Object.keys(contenders);
  const best = Object.fromEntries(names.map((name) => [name, Infinity]));
  const repeats = Object.fromEntries(names.map((name) => [name, 1]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const run = contenders[name];
      const start = seconds();
      for (let i = 0; i < repeats[name]; i++) run();
      const each = (seconds() - start) / repeats[name];
      // The first rounds are the compiler's.
      if (round >= 2) best[name] = Math.min(best[name], each);
      repeats[name] = Math.min(1e5, Math.max(1, Math.ceil(3e-3 / Math.max(each, 1e-8))));
    }
  }
  const values = names.map((name) => [name, inUnit(unit, work, best[name])]);
  print(table, label, unit, Object.fromEntries(values));
}
