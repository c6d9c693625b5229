import { spawnSync } from 'node:child_process';
import { init, reportLeaks } from 'tlkv';
import { beforeAll, expect, test } from 'vitest';
import { root } from './support/installed';
import { caught } from './support/pools';

beforeAll(() => init());

/** What a program prints whose garbage is collected in the end; it makes the objects in a function of its own. */
function program(first: string, make: string): string {
  const code = `
    import * as tlkv from 'tlkv';
    await tlkv.init();
    const { KvPool, BlockManager, Sequences, EnvelopeScanner } = tlkv;
    const small = { nBlocks: 4, blockTokens: 2, nLayers: 1, nKvHeads: 1, headDim: 2 };
    ${first}
    (() => { ${make} })();
    for (let i = 0; i < 10; i++) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }`;
  const args = ['--expose-gc', '--input-type=module', '--eval', code];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' });
  return stdout + stderr;
}

const all = `new KvPool(small); new BlockManager(4, 2); new EnvelopeScanner(60);
  new Sequences({ nBlocks: 4, blockTokens: 2 });`;
const warning = (name: string) => `tlkv: a ${name} was collected without having been disposed\n`;

test('an object that was never disposed is reported once, by the name of its class', () => {
  const lines = program('tlkv.reportLeaks();', all);
  expect(lines.split(/(?<=\n)/).sort()).toEqual(
    ['BlockManager', 'EnvelopeScanner', 'KvPool', 'Sequences'].map(warning),
  );
});

test('to whom it may concern, the last who asked', () => {
  const first = "tlkv.reportLeaks(); tlkv.reportLeaks((message) => console.log('leak', message.length));";
  expect(program(first, 'new KvPool(small);')).toBe(`leak ${warning('KvPool').length - 1}\n`);
});

test('nothing is said of what was disposed, of what is in use, or without being asked', () => {
  const disposed = `const pool = new KvPool(small); const s = new Sequences(pool); pool.observe({ onEvent() {} }); pool.dispose();
    const scanner = new EnvelopeScanner(0); scanner.finish(); new BlockManager(1, 1).dispose();`;
  expect(program('tlkv.reportLeaks();', disposed)).toBe('');
  expect(program('tlkv.reportLeaks();', 'globalThis.kept = new KvPool(small);')).toBe('');
  expect(program('', all)).toBe('');
});

test('the reporter must be a function', () => {
  expect((caught(() => reportLeaks('x' as never)) as Error).message).toBe(
    'reportLeaks: to must be a function, got "x"',
  );
});
