/**
 * The built site, served from a sub-path by the plainest of servers, in a real Chromium. Every visit
 * collects what must never happen: errors and broken rules of the Content-Security-Policy. With `TLKV_SLOW=8` in
 * the environment the page is slow (`slow.ts`).
 */
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { launchChromium } from '../chromium.ts';
import { slowDown, slowWorker } from './slow.ts';

const SITE = new URL('../../web/dist/', import.meta.url).pathname;
const BASE = '/any/sub-path/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
};

export interface Visit {
  readonly page: Page;
  /** Errors and broken CSP rules so far. */
  readonly problems: string[];
  close(): Promise<void>;
}

export class Site {
  private constructor(
    private readonly server: Server,
    private readonly browser: Browser,
    /** Every path the server was asked for. */
    readonly requests: string[],
  ) {}

  static async open(): Promise<Site> {
    if (!existsSync(join(SITE, 'index.html')))
      throw new Error('web/dist is missing: run npm run build first');
    const requests: string[] = [];
    const server = createServer((request, response) => {
      const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
      requests.push(path);
      const file = join(SITE, path.startsWith(BASE) ? path.slice(BASE.length) || 'index.html' : 'not-there');
      if (!existsSync(file)) return response.writeHead(404).end();
      // A date as every static server sends it, of a site that was not built this minute: at each change of the
      // address Chromium wants the icon again, and takes it from its cache only if it looks settled.
      response.setHeader('last-modified', 'Thu, 01 Jan 2026 00:00:00 GMT');
      response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
      if (path.includes('worker')) response.write(slowWorker());
      response.end(readFileSync(file));
    });
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
    const browser = await launchChromium();
    return new Site(server, browser, requests);
  }

  get address(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${BASE}`;
  }

  /** A new browser profile at a place of the site, ready for use. */
  async visit(fragment = '', options: BrowserContextOptions = {}): Promise<Visit> {
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text());
    });
    await page.exposeFunction('reportViolation', (text: string) => problems.push(text));
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const report = Reflect.get(globalThis, 'reportViolation') as (text: string) => void;
        report(`${event.violatedDirective}: ${event.blockedURI}`);
      });
    });
    await slowDown(page);
    await page.goto(this.address + fragment);
    await page.waitForSelector('main');
    return { page, problems, close: () => context.close() };
  }

  async close(): Promise<void> {
    await this.browser.close();
    await new Promise((done) => this.server.close(done));
  }
}
