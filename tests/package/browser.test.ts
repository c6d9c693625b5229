/** The installed tarball in a browser: static files, a worker, a strict policy, and through Vite. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchChromium } from '../chromium';
import { html, type Served, serve, titleOf } from './support/browsers';
import { Installed } from './support/installed';
import { answer, program } from './support/program';

let installed: Installed;
let browser: Browser;
beforeAll(async () => {
  installed = new Installed('app');
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  installed?.remove();
});

/** A script that shows in the title of its page what came out. */
const script = (from: string) => `import * as tlkv from '${from}';
${program}
tryPackage(tlkv).then((found) => { document.title = found; });`;

describe('static files', () => {
  let folder: string;
  beforeAll(() => {
    folder = installed.project;
    const from = './node_modules/tlkv/dist/index.js';
    installed.write('main.js', script(from));
    installed.write('plain.html', html('<script type="module" src="main.js"></script>'));
    installed.write(
      'worker.js',
      `import * as tlkv from '${from}';\n${program}\ntryPackage(tlkv).then(postMessage);`,
    );
    installed.write(
      'worker-main.js',
      `new Worker('worker.js', { type: 'module' }).onmessage = ({ data }) => { document.title = data; };`,
    );
    installed.write('worker.html', html('<script type="module" src="worker-main.js"></script>'));
  });

  const withServer = async (start: Promise<Served>, path: string) => {
    const { server, origin } = await start;
    try {
      expect(await titleOf(browser, origin + path)).toBe(answer);
    } finally {
      server.close();
    }
  };

  test('a module script', () => withServer(serve(folder), '/plain.html'));

  test('a web worker', () => withServer(serve(folder), '/worker.html'));

  test('a server that does not know .wasm', () =>
    withServer(serve(folder, {}, 'application/octet-stream'), '/plain.html'));

  test('W07: a policy without unsafe-eval', () =>
    withServer(
      serve(folder, {
        'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:",
      }),
      '/plain.html',
    ));
});

describe('W09: Vite, without configuration', () => {
  beforeAll(() => {
    installed.write('src/main.js', script('tlkv'));
    installed.write('index.html', html('<script type="module" src="./src/main.js"></script>'));
  });
  const options = () => ({
    root: installed.project,
    configFile: false as const,
    logLevel: 'error' as const,
  });

  test('dev', async () => {
    const server = await createServer({ ...options(), server: { port: 0, host: '127.0.0.1' } });
    await server.listen();
    try {
      expect(await titleOf(browser, server.resolvedUrls?.local[0] as string)).toBe(answer);
    } finally {
      await server.close();
    }
  });

  test.each(['/', '/sub/'])('build --base=%s and preview', async (base) => {
    await build({ ...options(), base });
    const server = await preview({ ...options(), base, preview: { port: 0, host: '127.0.0.1' } });
    try {
      expect(await titleOf(browser, server.resolvedUrls?.local[0] as string)).toBe(answer);
      const page = readFileSync(join(installed.project, 'dist/index.html'), 'utf8');
      expect(page).toContain(`src="${base}assets/`);
    } finally {
      await server.close();
    }
  });
});
