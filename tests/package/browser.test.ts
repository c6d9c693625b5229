/** The installed tarball in a browser: static files, a worker, a strict policy, and through Vite. */
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { build, createServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readFixture } from '../reference/files';
import { Installed } from './support/installed';

let installed: Installed;
let browser: Browser;
beforeAll(async () => {
  installed = new Installed('app');
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium' });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  installed?.remove();
});

const worked = [...readFixture('golden/worked-example.tlkv')];

/** What an application does with the package; what it finds out goes to `report`. */
const application = `
  await init();
  using pool = new KvPool({ nBlocks: 2, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 });
  const [id] = pool.importBlocks(Uint8Array.from(${JSON.stringify(worked)}));
  const again = decodeEnvelope(pool.exportBlocks([id]));
  report([crc32c(new TextEncoder().encode('123456789')), pool.stats().used, again.crc.computed].join());
`.replace('using pool', 'const pool'); // not every browser knows \`using\`
const answer = [0xe3069283, 1, 0x4f0b541c].join();
const names = 'init, KvPool, decodeEnvelope, crc32c';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves a folder as any static host does; wasmType is what it calls .wasm files. */
async function serve(folder: string, headers: Record<string, string> = {}, wasmType = 'application/wasm') {
  const server = createHttpServer((request, response) => {
    const file = resolve(folder, `.${decodeURI((request.url ?? '/').replace(/\?.*/, ''))}`);
    if (!existsSync(file) || extname(file) === '') return void response.writeHead(404).end();
    const type = extname(file) === '.wasm' ? wasmType : types[extname(file)];
    response.writeHead(200, { ...headers, 'content-type': type ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** Opens a page and waits for its title to say what came out; errors and reports fail the test. */
async function open(url: string): Promise<string> {
  const page = await browser.newPage();
  try {
    const trouble: string[] = [];
    page.on('pageerror', (error) => trouble.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && trouble.push(message.text()));
    page.on(
      'response',
      (response) => response.status() >= 400 && trouble.push(`${response.status()} ${response.url()}`),
    );
    await page.goto(url);
    const end = Date.now() + 20_000;
    while ((await page.title()) === '' && trouble.length === 0 && Date.now() < end)
      await page.waitForTimeout(20);
    expect(trouble).toEqual([]);
    return await page.title();
  } finally {
    await page.close();
  }
}

const html = (script: string) =>
  `<!doctype html><html lang="en"><link rel="icon" href="data:,">${script}</html>`;
const toTitle = 'const report = (text) => { document.title = text; };';

describe('static files', () => {
  let folder: string;
  beforeAll(() => {
    folder = installed.project;
    const from = './node_modules/tlkv/dist/index.js';
    installed.write('main.js', `import { ${names} } from '${from}';\n${toTitle}${application}`);
    installed.write('plain.html', html('<script type="module" src="main.js"></script>'));
    installed.write(
      'worker.js',
      `import { ${names} } from '${from}';\nconst report = postMessage;${application}`,
    );
    installed.write(
      'worker-main.js',
      `new Worker('worker.js', { type: 'module' }).onmessage = ({ data }) => { document.title = data; };`,
    );
    installed.write('worker.html', html('<script type="module" src="worker-main.js"></script>'));
  });

  const withServer = async (start: Promise<{ server: Server; origin: string }>, path: string) => {
    const { server, origin } = await start;
    try {
      expect(await open(origin + path)).toBe(answer);
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
    installed.write('src/main.js', `import { ${names} } from 'tlkv';\n${toTitle}${application}`);
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
      expect(await open(server.resolvedUrls?.local[0] as string)).toBe(answer);
    } finally {
      await server.close();
    }
  });

  test.each(['/', '/sub/'])('build --base=%s and preview', async (base) => {
    await build({ ...options(), base });
    const server = await preview({ ...options(), base, preview: { port: 0, host: '127.0.0.1' } });
    try {
      expect(await open(server.resolvedUrls?.local[0] as string)).toBe(answer);
      const page = readFileSync(join(installed.project, 'dist/index.html'), 'utf8');
      expect(page).toContain(`src="${base}assets/`);
    } finally {
      await server.close();
    }
  });
});
