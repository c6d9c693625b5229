/** What was learned, and parts of the file, as files; small envelopes as a link. */
import { signal } from '@preact/signals';
import { checkBlob } from '../../model/check_blob.ts';
import { exportBlocks } from '../../model/export_envelope.ts';
import { hexdumpText, jsonReport, npy } from '../../model/export_text.ts';
import { LINK_LIMIT_BYTES, linkName } from '../../model/link.ts';
import { count } from '../../model/why.ts';
import { copyText } from '../clipboard.ts';
import { download } from '../download.ts';
import { IMPORT_LIMIT, openInNewPool } from '../pool/import_file.ts';
import { selection } from './selection.ts';
import { file, type OpenFile, report, slab } from './state.ts';

/** Text is four to five times as long as its bytes. */
const HEXDUMP_LIMIT = 64 * 1024 * 1024;
const NPY_LIMIT = 256 * 1024 * 1024;

const said = signal('');

export function ExportPanel() {
  const opened = file.value;
  const known = report.value;
  if (!opened || !known) return null;
  const { block, layer, head } = slab.value;
  const wholeBlock = block < known.blockCount;
  return (
    <section class="tool-panel" aria-labelledby="export-title">
      <h2 id="export-title">Export</h2>
      <div class="exports">
        <p>
          <button type="button" class="button" onClick={() => act(() => saveReport(opened))}>
            Report as JSON
          </button>
          <button type="button" class="button" onClick={() => act(() => saveHexdump(opened))}>
            Hexdump as text
          </button>
          {opened.bytes.byteLength <= LINK_LIMIT_BYTES && (
            <button type="button" class="button" onClick={() => act(() => copyLink(opened))}>
              Copy a link with the bytes
            </button>
          )}
        </p>
        {wholeBlock && (
          <p>
            Block {block.toLocaleString('en-US')}, layer {layer}, head {head}:
            {(['k', 'v'] as const).map((side) => (
              <button
                type="button"
                class="button"
                key={side}
                onClick={() => act(() => saveSlab(opened, side))}
              >
                {side.toUpperCase()} as .npy
              </button>
            ))}
          </p>
        )}
        {known.blockCount > 0 && <BlockRange opened={opened} blocks={known.blockCount} />}
      </div>
      <p class="complaint" role="status">
        {said.value}
      </p>
    </section>
  );
}

function BlockRange({ opened, blocks }: { opened: OpenFile; blocks: number }) {
  const refused = !opened.check.value.report.accepted;
  return (
    <form
      class="export-range"
      novalidate
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const toPool = (event.submitter as HTMLButtonElement | null)?.value === 'pool';
        act(() => (toPool ? openBlocks : saveBlocks)(opened, rangeOf(form), blocks));
      }}
    >
      <label>
        Blocks <input name="first" type="text" size={6} inputMode="numeric" value="0" autocomplete="off" />
      </label>
      <label>
        to{' '}
        <input
          name="last"
          type="text"
          size={6}
          inputMode="numeric"
          key={opened.name}
          value={blocks - 1}
          autocomplete="off"
        />
      </label>
      <button type="submit" class="button">
        as an envelope
      </button>
      <button type="submit" class="button" value="pool">
        in the pool view
      </button>
      {refused && (
        <button type="button" class="button primary" onClick={() => act(() => saveGood(opened, blocks))}>
          All good blocks as a good envelope
        </button>
      )}
    </form>
  );
}

type Range = readonly [from: number, to: number];

function rangeOf(form: HTMLFormElement): Range {
  const read = (name: string) =>
    Number((form.elements.namedItem(name) as HTMLInputElement).value.trim() || Number.NaN);
  return [read('first'), read('last')];
}

/** Why these are no blocks of the file, or undefined. */
function wrongRange([from, to]: Range, blocks: number): string | undefined {
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from <= to && to < blocks)
    return undefined;
  return `Blocks are numbered 0 to ${(blocks - 1).toLocaleString('en-US')}, the smaller number first.`;
}

const numbersOf = ([from, to]: Range) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

/** Runs an export; its sentence, or what went wrong, is shown. */
function act(task: () => Promise<string>): void {
  said.value = 'Working.';
  task().then(
    (sentence) => {
      said.value = sentence;
    },
    () => {
      said.value = 'The file can no longer be read.';
    },
  );
}

const stem = (name: string) => name.replace(/\.tlkv$/i, '');

async function saveReport({ name, bytes, map, check }: OpenFile): Promise<string> {
  const { state, report: known } = check.peek();
  const text = await jsonReport(name, bytes, map, known, state === 'finished');
  download(new Blob([text], { type: 'application/json' }), `${stem(name)}.json`);
  return state === 'finished' ? 'Report saved.' : 'Report saved, of what was checked so far.';
}

async function saveHexdump({ name, bytes }: OpenFile): Promise<string> {
  const chosen = selection.peek();
  const several = chosen.end - chosen.begin > 1;
  const { begin, end } = several ? chosen : { begin: 0, end: bytes.byteLength };
  if (end - begin > HEXDUMP_LIMIT)
    return `${count(end - begin, 'byte')} are too many: select up to 64 MiB in the hexdump.`;
  download(await hexdumpText(bytes, begin, end), `${stem(name)}.hexdump.txt`);
  return `Hexdump of ${several ? 'the selection' : 'the whole file'} saved: ${count(end - begin, 'byte')}.`;
}

async function copyLink({ bytes }: OpenFile): Promise<string> {
  const name = linkName(await bytes.read(0, bytes.byteLength));
  const link = `${location.href.split('#')[0]}#/envelope/${name}`;
  return (await copyText(link))
    ? `Link copied: ${count(link.length, 'letter')}.`
    : 'The browser did not allow copying.';
}

async function saveSlab({ name, bytes, map }: OpenFile, side: 'k' | 'v'): Promise<string> {
  const { block, layer, head } = slab.peek();
  const { blockTokens = 0, headDim = 0 } = map.shape ?? {};
  const size = blockTokens * headDim * 2;
  if (size > NPY_LIMIT) return `${count(size, 'byte')} are too many for one array.`;
  const begin = map.elementOffset(block, layer, side, head, 0, 0);
  const values = await bytes.read(begin, begin + size);
  download(
    npy(values, [blockTokens, headDim]),
    `${stem(name)}.block${block}.layer${layer}.head${head}.${side}.npy`,
  );
  return `Saved ${blockTokens} × ${headDim} values, f16.`;
}

async function saveBlocks({ name, bytes, map }: OpenFile, range: Range, blocks: number): Promise<string> {
  const wrong = wrongRange(range, blocks);
  if (wrong !== undefined) return wrong;
  const chosen = numbersOf(range);
  const envelope = await exportBlocks(bytes.blob, map, chosen);
  return saveEnvelope(envelope, `${stem(name)}.blocks${range.join('-')}.tlkv`, chosen.length);
}

/** Imports them, by the real pool, into a new one of their shape. */
async function openBlocks({ bytes, map }: OpenFile, range: Range, blocks: number): Promise<string> {
  const wrong = wrongRange(range, blocks);
  if (wrong !== undefined || !map.shape) return wrong ?? '';
  const chosen = numbersOf(range);
  const size = chosen.length * map.recordBytes;
  if (size > IMPORT_LIMIT) return `${count(size, 'byte')} are too many: the pool view takes up to 64 MiB.`;
  const envelope = await exportBlocks(bytes.blob, map, chosen);
  return openInNewPool(new Uint8Array(await envelope.arrayBuffer()), map.shape, chosen.length) ?? '';
}

/** Every whole block that breaks no rule of its own. */
async function saveGood({ name, bytes, map, check }: OpenFile, blocks: number): Promise<string> {
  const bad = new Set(check.peek().report.findings.map(({ block }) => block));
  const good = Array.from({ length: blocks }, (_, i) => i).filter((block) => !bad.has(block));
  return saveEnvelope(await exportBlocks(bytes.blob, map, good), `${stem(name)}.good.tlkv`, good.length);
}

/** Says what a reader will answer to it. */
async function saveEnvelope(blob: Blob, name: string, blocks: number): Promise<string> {
  let accepted = false;
  for await (const { report: known } of checkBlob(blob, () => false)) accepted = known.accepted;
  download(blob, name);
  return `${count(blocks, 'block')} saved, ${count(blob.size, 'byte')}: ${accepted ? 'accepted' : 'refused'} by a version 1 reader.`;
}
