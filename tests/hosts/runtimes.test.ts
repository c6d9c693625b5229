/** The installed tarball in Deno, Bun and workerd, which come whole inside npm packages, and through pnpm. */
import { type ChildProcess, spawn } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Installed } from '../package/support/installed';
import { answer, program } from '../package/support/program';

let installed: Installed;
const log = (found: string) => console.log(found);
beforeAll(() => {
  installed = new Installed('hosts');
  for (const [name, from] of [
    ['main', 'tlkv'],
    ['inline', 'tlkv/inline'],
  ]) {
    installed.write(
      `${name}.mjs`,
      `import * as tlkv from '${from}';${program}console.log(await tryPackage(tlkv));`,
    );
  }
});
afterAll(() => installed?.remove());

/** Installs npm packages beside tlkv, without running their scripts. */
const install = (...packages: string[]) =>
  installed.run('npm', [
    'install',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--ignore-scripts',
    ...packages,
  ]);
const inModules = (path: string) => join(installed.project, 'node_modules', path);

test('Deno', () => {
  install('deno@2.9.6');
  installed.run(process.execPath, [inModules('deno/install.cjs')]);
  const deno = inModules('.bin/deno');
  log(installed.run(deno, ['--version']));
  for (const main of ['main.mjs', 'inline.mjs']) {
    expect(installed.run(deno, ['run', '--allow-read', main]).trim()).toBe(answer);
  }
});

test('Bun', () => {
  install('bun@1.4.5');
  installed.run(process.execPath, [inModules('bun/install.js')]);
  const bun = inModules('.bin/bun');
  log(installed.run(bun, ['--version']));
  for (const main of ['main.mjs', 'inline.mjs']) {
    expect(installed.run(bun, ['run', main]).trim()).toBe(answer);
  }
});

test('workerd, bundled by esbuild with the conditions that its tools set', async () => {
  install('workerd@1.20261117.1');
  installed.write(
    'worker.js',
    `import * as tlkv from 'tlkv';
     ${program}
     export default { fetch: async () => new Response(await tryPackage(tlkv)) };`,
  );
  await build({
    absWorkingDir: installed.project,
    entryPoints: ['worker.js'],
    outfile: join(installed.project, 'out/worker.js'),
    bundle: true,
    format: 'esm',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['*.wasm'],
    logLevel: 'error',
  });
  copyFileSync(inModules('tlkv/dist/tlkv.wasm'), join(installed.project, 'out/tlkv.wasm'));
  installed.write(
    'out/config.capnp',
    `using Workerd = import "/workerd/workerd.capnp";
     const config :Workerd.Config = (
       services = [(name = "main", worker = .main)],
       sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
     );
     const main :Workerd.Worker = (
       modules = [
         (name = "worker.js", esModule = embed "worker.js"),
         (name = "tlkv.wasm", wasm = embed "tlkv.wasm"),
       ],
       compatibilityDate = "2025-11-01",
     );`,
  );
  const workerd = installed.run(process.execPath, ['-p', "require('workerd').default"]).trim();
  log(installed.run(workerd, ['--version']));
  const server = spawn(workerd, ['serve', 'out/config.capnp', '--control-fd=3'], {
    cwd: installed.project,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  try {
    const response = await fetch(`http://127.0.0.1:${await portOf(server)}/`);
    expect(await response.text()).toBe(answer);
  } finally {
    server.kill();
  }
});

/** What workerd says on its control channel when it listens. */
async function portOf(server: ChildProcess): Promise<number> {
  for await (const line of createInterface({ input: server.stdio[3] as Readable })) {
    const { event, port } = JSON.parse(line);
    if (event === 'listen') return port;
  }
  throw new Error('workerd ended before it listened');
}

test('W09: installed by pnpm', () => {
  install('pnpm@10.34.8');
  const pnpm = inModules('.bin/pnpm');
  installed.write('by-pnpm/package.json', '{ "private": true }');
  installed.write(
    'by-pnpm/main.mjs',
    `import * as tlkv from 'tlkv';${program}console.log(await tryPackage(tlkv));`,
  );
  installed.run(pnpm, ['--dir', 'by-pnpm', 'add', '--offline', '--ignore-workspace', installed.tarball]);
  expect(installed.run(process.execPath, ['by-pnpm/main.mjs']).trim()).toBe(answer);
});
