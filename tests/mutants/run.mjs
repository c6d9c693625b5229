// Plants one bug at a time and asks that the test named for it fails.
//
//     node tests/mutants/run.mjs [NAME...]      all patches of this folder, or those whose names begin so
//
// A patch begins with what is wrong, then "Killed by: " and a GoogleTest filter, then the change. The sources are
// copied to build/mutants, where everything happens. The run fails when a patch does not apply or build, when
// its filter names no test, when the test fails without the bug, and when it passes with it.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const sources = join(root, 'build/mutants/source');
const build = join(root, 'build/mutants/build');
const testSeconds = 120;

/** Runs a command; gives its output and whether it succeeded. */
function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', maxBuffer: 2 ** 28, ...options });
  if (done.error && done.error.code !== 'ETIMEDOUT') throw done.error;
  return { ok: done.status === 0, output: `${done.stdout}${done.stderr}` };
}

function must(command, args, options) {
  const { ok, output } = run(command, args, options);
  if (!ok) throw new Error(`${command} ${args.join(' ')}\n${output}`);
}

const compile = () =>
  run('cmake', ['--build', build, '--target', 'core_tests', '--parallel', `${availableParallelism()}`]);
const runTest = (filter) =>
  run(join(build, 'tests/core_tests'), [`--gtest_filter=${filter}`], { timeout: testSeconds * 1000 });

/** Copies the sources and builds them. -w: a planted bug may leave a variable without use. */
function prepare() {
  // From nothing: an object file may still have the last bug of the run before.
  rmSync(join(root, 'build/mutants'), { recursive: true, force: true });
  mkdirSync(sources, { recursive: true });
  for (const name of ['CMakeLists.txt', 'package.json', 'core', 'tests', 'wasm']) {
    cpSync(join(root, name), join(sources, name), { recursive: true });
  }
  must('cmake', [
    '-S',
    sources,
    '-B',
    build,
    '-G',
    'Ninja',
    '-DCMAKE_BUILD_TYPE=Debug',
    '-DCMAKE_CXX_FLAGS=-w',
    '-DTLKV_INSTALL=OFF',
  ]);
  const { ok, output } = compile();
  if (!ok) throw new Error(output);
}

function readPatch(name) {
  const path = join(import.meta.dirname, `${name}.patch`);
  const text = readFileSync(path, 'utf8');
  const filter = /^Killed by: (\S+)$/m.exec(text)?.[1];
  if (!filter) throw new Error(`${path} does not say which test kills it`);
  return { name, path, filter, files: [...text.matchAll(/^--- a\/(\S+)$/gm)].map((found) => found[1]) };
}

/** What became of a patch: "killed", or why not. */
function tryPatch({ path, filter, files }) {
  const originals = files.map((file) => [join(sources, file), readFileSync(join(sources, file))]);
  // The copy lies inside this repository, where git would take the paths from its top.
  const applied = run('git', ['apply', '--directory=build/mutants/source', path], { cwd: root });
  try {
    if (!applied.ok) return `does not apply\n${applied.output}`;
    const built = compile();
    if (!built.ok) return `does not build\n${built.output}`;
    return runTest(filter).ok ? 'SURVIVED' : 'killed';
  } finally {
    // Written anew, so that the build sees the change back.
    for (const [file, content] of originals) writeFileSync(file, content);
  }
}

const wanted = process.argv.slice(2);
const patches = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.patch'))
  .map((file) => file.slice(0, -'.patch'.length))
  .filter((name) => wanted.length === 0 || wanted.some((prefix) => name.startsWith(prefix)))
  .sort()
  .map(readPatch);

prepare();
for (const filter of new Set(patches.map((patch) => patch.filter))) {
  const { ok, output } = runTest(filter);
  if (!ok || output.includes('0 tests ran')) throw new Error(`${filter} without a planted bug:\n${output}`);
}

let killed = 0;
for (const patch of patches) {
  const fate = tryPatch(patch);
  if (fate === 'killed') killed++;
  console.log(`${patch.name}: ${fate} (${patch.filter})`);
}
console.log(`\n${killed} of ${patches.length} killed`);
process.exitCode = killed === patches.length && killed > 0 ? 0 : 1;
