import { createReadStream, existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, resolve } from 'node:path';
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

export interface Served {
  readonly server: Server;
  readonly origin: string;
}

/** Serves a folder as any static host does; wasmType is what it calls .wasm files. */
export async function serve(
  folder: string,
  headers: Record<string, string> = {},
  wasmType = 'application/wasm',
): Promise<Served> {
  const server = createServer((request, response) => {
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
export async function titleOf(browser: Browser, url: string): Promise<string> {
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

/** A page that runs a script and nothing else. */
export const html = (script: string) =>
  `<!doctype html><html lang="en"><link rel="icon" href="data:,">${script}</html>`;
