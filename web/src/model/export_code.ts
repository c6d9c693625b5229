/**
 * What was played, as a test of the library: every call with the answer that the pool gave, and the
 * counts at the end. The C++ test uses GoogleTest, the TypeScript test Vitest.
 */
import type { Call } from './call.ts';
import { LINK_LIMIT_BYTES } from './link.ts';
import { configOf } from './pool_size.ts';
import type { Scenario } from './scenario.ts';
import type { Session, Step } from './session.ts';

export function toCpp(scenario: Scenario, session: Session): string {
  const { nBlocks, blockTokens, nLayers, nKvHeads, headDim } = configOf(scenario.pool);
  const pools = poolsOf(session);
  const counts = countsOf(session);
  return `// ${oneLine(scenario.title)}: ${oneLine(scenario.about)}
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tinyllm/kv_pool.h"

TEST(Scenario, ${identifier(scenario.title)}) {
  const tl_kv_cfg cfg = {${nBlocks}, ${blockTokens}, ${nLayers}, ${nKvHeads}, ${headDim}, TL_F16, TL_KV_FORMAT_V1};
${pools.map((name) => `  tl_kv_pool *${name} = nullptr;\n  ASSERT_EQ(tl_kv_pool_create(&cfg, &${name}), TL_OK);`).join('\n')}
  std::vector<uint32_t> ids(${mostIds(session)});
  std::vector<unsigned char> envelope;
  size_t size = 0;
${lines(session, cppCall, '//')}
  tl_kv_stats stats;
  tl_kv_stats_get(${counts.pool}, &stats);
  EXPECT_EQ(stats.free, ${counts.free}u);
  EXPECT_EQ(stats.used, ${counts.used}u);
  EXPECT_EQ(stats.cached, ${counts.cached}u);
  EXPECT_EQ(size, envelope.size());
${pools.map((name) => `  tl_kv_pool_destroy(${name});`).join('\n')}
}
`;
}

export function toTypeScript(scenario: Scenario, session: Session): string {
  const fields = Object.entries(configOf(scenario.pool)).map(([name, value]) => `${name}: ${value}`);
  const config = `{ ${fields.join(', ')} }`;
  const { pool, ...counts } = countsOf(session);
  return `// ${oneLine(scenario.title)}: ${oneLine(scenario.about)}
import { init, KvPool, TlkvError } from 'tlkv';
import { expect, test } from 'vitest';

const codeOf = (call: () => unknown) => {
  try {
    call();
    return 'TL_OK';
  } catch (error) {
    if (error instanceof TlkvError) return error.code;
    throw error;
  }
};

test(${JSON.stringify(scenario.title)}, async () => {
  await init();
${poolsOf(session)
  .map((name) => `  const ${name} = new KvPool(${config});`)
  .join('\n')}
  let envelope = new Uint8Array();
${lines(session, tsCall, '//')}
  expect(envelope.byteLength).toBeGreaterThanOrEqual(0);
  expect(${pool}.stats()).toMatchObject(${JSON.stringify(counts)});
});
`;
}

/** Whether the log brings an envelope along that is too large to stand in a link or in a test. */
export function bringsLargeEnvelope({ steps }: Session): boolean {
  return steps.some(({ call }) => call.fn === 'import' && (call.bytes?.byteLength ?? 0) > LINK_LIMIT_BYTES);
}

type Writer = (step: Step, pool: string) => string[];

/** The calls, with the name of each chapter before its first one. */
function lines(session: Session, write: Writer, comment: string): string {
  let pool = 'p';
  const list: string[] = [];
  for (const step of session.steps) {
    if (step.chapter) list.push(`${comment} ${oneLine(step.chapter)}`);
    if (step.call.fn === 'pool') pool = step.call.name;
    list.push(...write(step, pool));
  }
  return list.map((line) => `  ${line}`).join('\n');
}

function cppCall({ call, outcome }: Step, pool: string): string[] {
  const { status, ids } = outcome;
  const expected = ids.map((id, at) => `EXPECT_EQ(ids[${at}], ${id}u);`);
  const expect = (text: string) => `EXPECT_EQ(${text}, ${status});`;
  switch (call.fn) {
    case 'alloc':
      return [expect(`tl_kv_alloc(${pool}, ${call.n}, ids.data())`), ...expected];
    case 'ref':
      return [`tl_kv_ref(${pool}, ${call.id});`];
    case 'unref':
      return [expect(`tl_kv_unref(${pool}, ${call.id})`)];
    case 'cow':
      return [expect(`tl_kv_cow(${pool}, ${call.id}, ids.data())`), ...expected];
    case 'set_fill':
      return [expect(`tl_kv_set_fill(${pool}, ${call.id}, ${call.n})`)];
    case 'register':
      return [expect(`tl_kv_register(${pool}, ${call.id}, ${hash(call)}u)`)];
    case 'lookup':
      return [expect(`tl_kv_lookup(${pool}, ${hash(call)}u, ids.data())`), ...expected];
    case 'export':
      return [
        ...call.ids.map((id, at) => `ids[${at}] = ${id};`),
        `envelope.resize(tl_kv_export_bytes(${pool}, ${call.ids.length}));`,
        expect(
          `tl_kv_export(${pool}, ids.data(), ${call.ids.length}, envelope.data(), envelope.size(), &size)`,
        ),
      ];
    case 'import':
      return [
        ...(call.bytes ? [`envelope = {${call.bytes.join(', ')}};`, 'size = envelope.size();'] : []),
        expect(`tl_kv_import(${pool}, envelope.data(), envelope.size(), ids.data())`),
        ...expected,
      ];
    case 'pool':
      return [];
  }
}

function tsCall({ call, outcome }: Step, pool: string): string[] {
  const { status, ids } = outcome;
  const answers = (text: string, value: string) =>
    status === 'TL_OK'
      ? [`expect(${text}).toEqual(${value});`]
      : [`expect(codeOf(() => ${text})).toBe('${status}');`];
  const gives = (text: string) => [`expect(codeOf(() => ${text})).toBe('${status}');`];
  const list = `Uint32Array.of(${ids.join(', ')})`;
  switch (call.fn) {
    case 'alloc':
      return answers(`${pool}.alloc(${call.n})`, list);
    case 'ref':
    case 'unref':
      return gives(`${pool}.${call.fn}(${call.id})`);
    case 'cow':
      return answers(`${pool}.cow(${call.id})`, String(ids[0]));
    case 'set_fill':
      return gives(`${pool}.setFill(${call.id}, ${call.n})`);
    case 'register':
      return gives(`${pool}.register(${call.id}, ${hash(call)}n)`);
    case 'lookup':
      return [`expect(${pool}.lookup(${hash(call)}n)).toBe(${ids[0] ?? 'undefined'});`];
    case 'export':
      return status === 'TL_OK'
        ? [`envelope = ${pool}.exportBlocks([${call.ids.join(', ')}]);`]
        : gives(`${pool}.exportBlocks([${call.ids.join(', ')}])`);
    case 'import':
      return [
        ...(call.bytes ? [`envelope = Uint8Array.of(${call.bytes.join(', ')});`] : []),
        ...answers(`${pool}.importBlocks(envelope)`, list),
      ];
    case 'pool':
      return [];
  }
}

function hash(call: Extract<Call, { hash: bigint }>): string {
  return `0x${call.hash.toString(16)}`;
}

function poolsOf(session: Session): string[] {
  const names = session.steps.flatMap(({ call }) => (call.fn === 'pool' ? [call.name] : []));
  return [...new Set(['p', ...names])];
}

/** Room for every answer and every list that is passed. */
function mostIds(session: Session): number {
  const sizes = session.steps.map(
    ({ call, outcome }) => (call.fn === 'export' ? call.ids : outcome.ids).length,
  );
  return Math.max(1, ...sizes);
}

/** The pool at the end, whatever the session shows at the moment. */
function countsOf(session: Session): { pool: string; free: number; used: number; cached: number } {
  const at = session.position;
  session.goTo(session.steps.length);
  const { after, balance } = session.frame;
  session.goTo(at);
  return { pool: after.pool, free: balance.free, used: balance.used, cached: balance.cached };
}

function identifier(title: string): string {
  const words = title.match(/[A-Za-z0-9]+/g) ?? ['Played'];
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^\d/.test(name) ? `N${name}` : name;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('\\', '/');
}
