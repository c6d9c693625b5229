import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { SLOW } from './page/slow.ts';

const root = resolve(import.meta.dirname, '..');

const project = (name: string, timeout: number) => ({
  root,
  test: {
    name,
    include: [`tests/${name}/**/*.test.ts`],
    testTimeout: timeout * SLOW,
    hookTimeout: timeout * SLOW,
    // What a busy machine shows late is still right: a wrong page stays wrong.
    expect: { poll: { timeout: 20_000 } },
  },
});

export default defineConfig({
  test: {
    projects: [
      project('package', 120_000),
      project('reference', 30_000),
      project('parity', 120_000),
      project('readme', 60_000),
      project('tidy', 30_000),
      project('web-model', 30_000),
      project('page', 120_000),
      project('page-long', 300_000),
      project('page-bench', 300_000),
      project('hosts', 600_000),
    ],
  },
});
