/** The installed tarball as static files in Firefox and in WebKit. Chromium is in tests/package. */

import { firefox } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { html, type Served, serve, titleOf } from '../package/support/browsers';
import { Installed } from '../package/support/installed';
import { answer, program } from '../package/support/program';
import { WebKit } from './webkit';

let installed: Installed;
let served: Served;
let page: string;
beforeAll(async () => {
  installed = new Installed('app');
  installed.write(
    'main.js',
    `import * as tlkv from './node_modules/tlkv/dist/index.js';
     ${program}
     tryPackage(tlkv).then((found) => { document.title = found; }, (error) => { document.title = String(error); });`,
  );
  installed.write('index.html', html('<script type="module" src="main.js"></script>'));
  served = await serve(installed.project, {
    'content-security-policy': "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:",
  });
  page = `${served.origin}/index.html`;
});
afterAll(() => {
  served?.server.close();
  installed?.remove();
});

test('Firefox', async () => {
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: '/usr/bin/firefox-esr' });
  try {
    console.log(`Firefox ${browser.version()}`);
    expect(await titleOf(browser, page)).toBe(answer);
  } finally {
    await browser.close();
  }
});

test('WebKit', async () => {
  const browser = await WebKit.launch();
  try {
    console.log(`WebKitGTK ${browser.version}`);
    await browser.open(page);
    await expect.poll(() => browser.run('return document.title;'), { timeout: 30_000 }).toBe(answer);
  } finally {
    await browser.close();
  }
});
