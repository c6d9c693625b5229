// summary.mjs DIR: adds up DIR/*.xml (JUnit reports of ctest and Vitest) and DIR/*.status (exit statuses of
// the parts), prints "N passed, M failed" and exits with 0 only when nothing failed. A part that failed
// without a failed test in its report (a build error, a crash) counts as one failure; one that has no
// report counts as one test.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const dir = process.argv[2];
let passed = 0;
let failed = 0;
const failedParts = [];

for (const file of readdirSync(dir).filter((name) => name.endsWith('.status'))) {
  const part = file.slice(0, -'.status'.length);
  const ok = readFileSync(join(dir, file), 'utf8').trim() === '0';
  const report = join(dir, `${part}.xml`);
  const count = existsSync(report)
    ? readReport(readFileSync(report, 'utf8'))
    : { passed: ok ? 1 : 0, failed: 0 };
  if (!ok) {
    failedParts.push(part);
    count.failed ||= 1;
  }
  passed += count.passed;
  failed += count.failed;
}

if (failedParts.length > 0) console.log(`\nFailed parts: ${failedParts.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The counts of the outermost element: <testsuites> of Vitest, <testsuite> of ctest. */
function readReport(xml) {
  const [root = ''] = xml.match(/<testsuites?\s[^>]*>/) ?? [];
  const attribute = (name) => Number(root.match(new RegExp(`\\b${name}="(\\d+)"`))?.[1] ?? 0);
  const bad = attribute('failures') + attribute('errors');
  return { passed: attribute('tests') - bad - attribute('skipped') - attribute('disabled'), failed: bad };
}
