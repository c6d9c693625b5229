// The native library, asked through build/release/tests/parity_driver (tests/parity/driver.cc).
import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';

const driver = resolve(import.meta.dirname, '../../build/release/tests/parity_driver');

/** Sends all requests to one run of the driver and gives its answers, each split at the spaces. */
export function askNative(requests: readonly string[]): string[][] {
  const run = spawnSync(driver, { input: `${requests.join('\n')}\n`, encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (run.error)
    throw new Error(`${driver} did not run; npm run parity builds it first`, { cause: run.error });
  const answers = run.stdout.split('\n').slice(0, -1);
  if (run.status !== 0 || answers.length !== requests.length) {
    throw new Error(`the driver gave ${answers.length} of ${requests.length} answers; ${run.stderr}`);
  }
  return answers.map((answer) => answer.split(' '));
}

export const toHex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex') || '-';
