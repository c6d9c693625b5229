import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';

/** WebKitGTK's MiniBrowser, driven by the W3C WebDriver protocol on a display of its own. */
export class WebKit {
  readonly #processes: ChildProcess[];
  readonly #session: string;
  readonly version: string;

  private constructor(processes: ChildProcess[], session: string, version: string) {
    this.#processes = processes;
    this.#session = session;
    this.version = version;
  }

  static async launch(): Promise<WebKit> {
    const port = await freePort();
    const display = `:${100 + (port % 10_000)}`;
    const screen = spawn('Xvfb', [display, '-nolisten', 'tcp'], { stdio: 'ignore' });
    const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: display,
        LIBGL_ALWAYS_SOFTWARE: '1',
        WEBKIT_DISABLE_COMPOSITING_MODE: '1',
        WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', // it does not start as root otherwise
      },
    });
    const processes = [driver, screen];
    try {
      const session = `http://127.0.0.1:${port}/session`;
      const options = { binary: miniBrowser(), args: ['--automation'] };
      const { sessionId, capabilities } = await retry(() =>
        post(session, { capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options } } }),
      );
      return new WebKit(processes, `${session}/${sessionId}`, capabilities.browserVersion);
    } catch (error) {
      for (const started of processes) started.kill();
      throw error;
    }
  }

  async open(url: string): Promise<void> {
    await post(`${this.#session}/url`, { url });
  }

  /** Runs the body of a function in the page and gives what it returns. */
  run(script: string): Promise<unknown> {
    return post(`${this.#session}/execute/sync`, { script, args: [] });
  }

  async close(): Promise<void> {
    await fetch(this.#session, { method: 'DELETE' }).catch(() => {});
    for (const started of this.#processes) started.kill();
  }
}

/** Debian has it in a folder that is named for the machine. */
function miniBrowser(): string {
  const paths = readdirSync('/usr/lib').map((name) => `/usr/lib/${name}/webkit2gtk-4.1/MiniBrowser`);
  const found = paths.find(existsSync);
  if (found === undefined) throw new Error('libwebkit2gtk-4.1-0 is not installed: there is no MiniBrowser');
  return found;
}

// biome-ignore lint/suspicious/noExplicitAny: the protocol's answers
async function post(url: string, body: object): Promise<any> {
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
  const { value } = (await response.json()) as { value: { error?: string; message?: string } | null };
  if (!response.ok) throw new Error(`${url}: ${value?.error} ${value?.message}`);
  return value;
}

/** The driver and the display take a moment to answer. */
async function retry<T>(call: () => Promise<T>): Promise<T> {
  for (let left = 50; ; left--) {
    try {
      return await call();
    } catch (error) {
      if (left === 0) throw error;
      await new Promise((done) => setTimeout(done, 200));
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}
