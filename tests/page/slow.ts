/**
 * A slow page, to find tests that read what the page is to show before it shows it. `TLKV_SLOW=8` before a run of
 * page tests lets everything come late by up to 8 times 10 ms, each time by another random time: what is drawn after
 * a change, frames, sizes of elements, bytes of files, answers of the worker, the clipboard. The processor is slowed
 * a fourth of that, so 2 times, as more of it makes the runs long and finds no more. A test that waits for what it
 * asserts passes all the same; tests of milliseconds allow more of them.
 */
import type { Page } from 'playwright-core';

/** 1 is the speed of the machine. */
export const SLOW = Number(process.env.TLKV_SLOW ?? 1);

/** To be called before the page is opened. */
export async function slowDown(page: Page): Promise<void> {
  if (SLOW === 1) return;
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Math.max(1, SLOW / 4) });
  await page.addInitScript(delayEverything, SLOW * 10);
}

/** What goes before the script of a worker. */
export const slowWorker = (): string => (SLOW === 1 ? '' : `(${delayEverything})(${SLOW * 10});\n`);

/** Runs in the page, or in its worker. */
function delayEverything(mostMs: number): void {
  /** Calls in the order in which they are asked for, each late by a random time. */
  const inTurn = () => {
    const waiting: (() => void)[] = [];
    let due = 0;
    return (call: () => void) => {
      waiting.push(call);
      due = Math.max(due, performance.now() + Math.random() * mostMs);
      setTimeout(() => waiting.shift()?.(), due - performance.now());
    };
  };

  /** Puts another in the place of a function; `this` is its first argument. */
  type Call = (...values: never[]) => unknown;
  const replace = (
    owner: object,
    name: string,
    other: (original: Call) => (...all: unknown[]) => unknown,
  ) => {
    const original = Reflect.get(owner, name) as Call;
    const replaced = other(original);
    Reflect.set(owner, name, function (this: unknown, ...args: unknown[]) {
      return replaced(this, ...args);
    });
  };

  const answersLate = (owner: object, name: string) => {
    const soon = inTurn();
    replace(owner, name, (original) => async (self: unknown, ...args: unknown[]) => {
      const answer: unknown = await Reflect.apply(original, self, args);
      await new Promise<void>((done) => soon(done));
      return answer;
    });
  };
  answersLate(Blob.prototype, 'arrayBuffer');
  answersLate(ReadableStreamBYOBReader.prototype, 'read');
  answersLate(globalThis, 'fetch');

  if (!('document' in globalThis)) {
    const soon = inTurn();
    replace(globalThis, 'postMessage', (post) => (_self: unknown, message: unknown) => {
      soon(() => Reflect.apply(post, globalThis, [message]));
    });
    return;
  }

  if (navigator.clipboard) answersLate(Clipboard.prototype, 'writeText');

  // Preact draws by `then` what changed, and that before the next frame.
  const draw = inTurn();
  replace(Promise.prototype, 'then', (then) => (self: unknown, ...handlers: unknown[]) => {
    const late = new Promise<void>((done) => draw(done));
    const lateHandlers = handlers.map(
      (handler) =>
        typeof handler === 'function' &&
        (async (value: unknown) => {
          await late;
          return handler(value);
        }),
    );
    return Reflect.apply(then, self, lateHandlers);
  });

  replace(globalThis, 'requestAnimationFrame', (request) => (_self: unknown, drawn: unknown) => {
    draw(() => Reflect.apply(request, globalThis, [drawn]));
  });

  globalThis.ResizeObserver = class extends ResizeObserver {
    constructor(told: ResizeObserverCallback) {
      super((entries, self) => draw(() => told(entries, self)));
    }
  };
}
