/** The installed tarball through esbuild, Rollup and webpack: what they make runs in Node and in Chromium. */
import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build as esbuild } from 'esbuild';
import type { Browser } from 'playwright-core';
import { rollup } from 'rollup';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import webpack from 'webpack';
import { launchChromium } from '../chromium';
import { html, serve, titleOf } from './support/browsers';
import { Installed } from './support/installed';
import { answer, program } from './support/program';

let installed: Installed;
let browser: Browser;
beforeAll(async () => {
  installed = new Installed('app');
  for (const [name, from] of [
    ['main', 'tlkv'],
    ['inline', 'tlkv/inline'],
  ] as const) {
    installed.write(
      `${name}.js`,
      `import * as tlkv from '${from}';
       ${program}
       tryPackage(tlkv).then((found) => {
         if (typeof document === 'undefined') console.log(found);
         else document.title = found;
       });`,
    );
  }
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  installed?.remove();
});

type Bundle = (input: string, folder: string, platform: 'node' | 'browser') => Promise<unknown>;

/** As a user of each would write it: no option but input, output and platform. */
const bundlers: Record<string, Bundle> = {
  async esbuild(input, folder, platform) {
    await esbuild({
      entryPoints: [input],
      outfile: join(folder, 'main.js'),
      bundle: true,
      format: 'esm',
      platform,
      logLevel: 'error',
    });
  },

  async Rollup(input, folder, platform) {
    const bundle = await rollup({ input, plugins: [nodeResolve({ browser: platform === 'browser' })] });
    await bundle.write({ file: join(folder, 'main.js'), format: 'es' });
  },

  webpack(input, folder, platform) {
    const compiler = webpack({
      mode: 'production',
      entry: input,
      target: platform === 'node' ? ['node20', 'es2022'] : ['web', 'es2022'],
      experiments: { outputModule: true },
      output: { path: folder, filename: 'main.js', publicPath: 'auto', module: true },
    });
    return new Promise<void>((resolve, reject) => {
      compiler.run((error, stats) => {
        const trouble = error ?? stats?.toJson({ all: false, errors: true, warnings: true });
        if (error || stats?.hasErrors() || stats?.hasWarnings()) reject(JSON.stringify(trouble));
        else compiler.close(() => resolve());
      });
    });
  },
};
/** webpack takes the .wasm along; the others leave its address alone, so that it goes beside the bundle. */
const copies = new Set(['esbuild', 'Rollup']);

describe.each(Object.keys(bundlers))('%s', (name) => {
  const make = async (entry: 'main' | 'inline', platform: 'node' | 'browser'): Promise<string> => {
    const folder = join(installed.project, name, `${entry}-${platform}`);
    await bundlers[name]?.(join(installed.project, `${entry}.js`), folder, platform);
    if (entry === 'main' && copies.has(name)) {
      copyFileSync(join(installed.project, 'node_modules/tlkv/dist/tlkv.wasm'), join(folder, 'tlkv.wasm'));
    }
    return folder;
  };

  test.each(['main', 'inline'] as const)('%s in Node', async (entry) => {
    const folder = await make(entry, 'node');
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    expect(installed.run(process.execPath, [join(folder, 'main.js')]).trim()).toBe(answer);
  });

  test.each(['main', 'inline'] as const)('%s in Chromium', async (entry) => {
    const folder = await make(entry, 'browser');
    writeFileSync(join(folder, 'index.html'), html('<script type="module" src="main.js"></script>'));
    const { server, origin } = await serve(folder);
    try {
      expect(await titleOf(browser, `${origin}/index.html`)).toBe(answer);
    } finally {
      server.close();
    }
  });
});
