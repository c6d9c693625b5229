/** Two envelopes held against each other: what differs, where, and by how much. */

import type { Comparison, Region } from '../../model/compare.ts';
import { hexText } from '../../model/hex_rows.ts';
import { meaningOf, pathOf, placeAt } from '../../model/inspect.ts';
import { count } from '../../model/why.ts';
import { Key } from '../key.tsx';
import {
  at,
  type Compared,
  compared,
  compareWith,
  hasNext,
  hasPrevious,
  others,
  seeking,
  swap,
  toNextDifference,
  toPreviousDifference,
} from './comparing.ts';
import { picker } from './picker.tsx';
import { rangeText } from './rules.tsx';
import { bytesAt, moveTo, type OpenFile, whenThere } from './state.ts';

const SHOWN = 12;
const BYTES_SHOWN = 8;

export function ComparePanel() {
  const now = compared.value;
  return (
    <section class="tool-panel" aria-labelledby="compare-title">
      <h2 id="compare-title">{now?.result ? title(now.result) : 'Compare'}</h2>
      {others.value.length === 0 ? (
        <p>
          Open a second file to compare with.{' '}
          <button type="button" class="button" onClick={() => picker.open()}>
            Open
          </button>
        </p>
      ) : (
        <Choice now={now} />
      )}
      {now?.problem && <p role="alert">✕ {now.problem}</p>}
      {now && !now.result && !now.problem && <p role="status">Comparing: {Math.floor(now.share * 100)} %</p>}
      {now?.result && <Result now={now} result={now.result} />}
    </section>
  );
}

function Choice({ now }: { now: Compared | undefined }) {
  return (
    <p class="compare-choice">
      <label>
        with{' '}
        <select
          value={now?.b.name ?? ''}
          onChange={(event) => {
            const chosen = others.peek().find(({ name }) => name === event.currentTarget.value);
            if (chosen) void compareWith(chosen);
          }}
        >
          {!now && <option value="">choose a file</option>}
          {others.value.map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" class="button" onClick={toPreviousDifference} disabled={!hasPrevious.value}>
        Previous difference <Key name="," />
      </button>
      <button type="button" class="button primary" onClick={toNextDifference} disabled={!hasNext.value}>
        Next difference <Key name="." />
      </button>
      <button type="button" class="button" onClick={swap} disabled={!now}>
        Swap
      </button>
      <span role="status">{seeking.value}</span>
    </p>
  );
}

function title({ differingBytes, differingBlocks }: Comparison): string {
  if (differingBytes === 0) return 'No byte differs';
  return differingBlocks === 0
    ? 'The blocks are equal'
    : `${count(differingBlocks, 'block')} ${differingBlocks === 1 ? 'differs' : 'differ'}`;
}

function Result({ now, result }: { now: Compared; result: Comparison }) {
  const { a, b } = now;
  const { differences, largest } = result;
  const first = Math.max(0, Math.min(at.value - SHOWN / 2, differences.length - SHOWN));
  return (
    <>
      <p role="status">{sentence(now, result)}</p>
      <dl class="compare-facts">
        {headerDifferences(a, b).map(([name, left, right]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {left} → {right}
            </dd>
          </div>
        ))}
        {largest && (
          <div>
            <dt>largest difference of a value</dt>
            <dd>
              <button type="button" class="link" onClick={() => moveTo(largest.offset)}>
                {valueText(largest.from)} → {valueText(largest.to)}
              </button>{' '}
              {pathText(a, largest.offset)}
            </dd>
          </div>
        )}
        {result.blocks.length > 0 && (
          <div>
            <dt>blocks that differ</dt>
            <dd>
              {result.blocks.slice(0, SHOWN).map((block) => (
                <button
                  type="button"
                  class="link"
                  key={block}
                  onClick={() => moveTo(firstOf(a, differences, block))}
                >
                  {block.toLocaleString('en-US')}
                </button>
              ))}
              {result.differingBlocks > SHOWN &&
                ` and ${(result.differingBlocks - SHOWN).toLocaleString('en-US')} more`}
            </dd>
          </div>
        )}
      </dl>
      <ol class="differences" start={first + 1}>
        {differences.slice(first, first + SHOWN).map((difference, i) => (
          <li key={difference.begin}>
            <DifferenceRow a={a} b={b} difference={difference} index={first + i} />
          </li>
        ))}
      </ol>
    </>
  );
}

/** The first byte of a block that differs. */
function firstOf(a: OpenFile, differences: readonly Region[], block: number): number {
  const begin = a.map.recordOffset(block);
  return Math.max(begin, differences.find(({ end }) => end > begin)?.begin ?? begin);
}

function sentence(
  { a, b }: Compared,
  { differingBytes, differences, sameShape, commonBlocks }: Comparison,
): string {
  const lengths =
    a.bytes.byteLength === b.bytes.byteLength
      ? `Both have ${count(a.bytes.byteLength, 'byte')}.`
      : `${count(a.bytes.byteLength, 'byte')} and ${count(b.bytes.byteLength, 'byte')}.`;
  const shape = sameShape
    ? ` ${count(commonBlocks, 'block')} stand${commonBlocks === 1 ? 's' : ''} in both.`
    : ' The dimensions differ, so bytes are compared as they stand.';
  const begin = differences[0]?.begin;
  const first =
    begin === undefined
      ? ''
      : ` ${count(differingBytes, 'byte')} differ${differingBytes === 1 ? 's' : ''}, the first at ${begin.toLocaleString('en-US')}: ${pathText(a, begin)}.`;
  return lengths + shape + first;
}

function DifferenceRow({
  a,
  b,
  difference,
  index,
}: {
  a: OpenFile;
  b: OpenFile;
  difference: Region;
  index: number;
}) {
  const { begin, end, otherBegin } = difference;
  const size = Math.min(end - begin, BYTES_SHOWN);
  const left = bytesAt(begin, begin + size);
  const right = whenThere(b.bytes.peek(otherBegin, otherBegin + size));
  const cut = end - begin > BYTES_SHOWN ? ' …' : '';
  return (
    <button type="button" class="difference" aria-current={index === at.value} onClick={() => moveTo(begin)}>
      <b>{rangeText(begin, end)}</b>
      <span>{pathText(a, begin)}</span>
      <code>
        {left && hexText(left)}
        {cut} → {right && hexText(right)}
        {cut}
      </code>
      <span>{meanings(a, b, begin, otherBegin)}</span>
    </button>
  );
}

/** `1.375 → 2.625`: what the bytes mean in each file. */
function meanings(a: OpenFile, b: OpenFile, begin: number, otherBegin: number): string {
  const [left, right] = [meaning(a, begin), meaning(b, otherBegin)];
  return left && right && left !== right ? `${left} → ${right}` : '';
}

function meaning({ bytes, map }: OpenFile, offset: number): string | undefined {
  const at = placeAt(map, offset);
  const own = at && bytes.peek(at.begin, Math.min(at.end, at.begin + 8));
  return own && at && meaningOf(own, map, at)?.value;
}

function pathText({ map }: OpenFile, offset: number): string {
  const at = placeAt(map, offset);
  return at ? pathOf(at).join(', ') : 'past the end';
}

function headerDifferences(a: OpenFile, b: OpenFile): [string, string, string][] {
  const [left, right] = [a.map.shape, b.map.shape];
  if (!left || !right) return [];
  const names = {
    nBlocks: 'n_blocks',
    blockTokens: 'block_tokens',
    nLayers: 'n_layers',
    nKvHeads: 'n_kv_heads',
    headDim: 'head_dim',
  } as const;
  return (Object.keys(names) as (keyof typeof names)[])
    .filter((name) => left[name] !== right[name])
    .map((name) => [names[name], left[name].toLocaleString('en-US'), right[name].toLocaleString('en-US')]);
}

function valueText(value: number): string {
  return String(value).replace('-', '−');
}
