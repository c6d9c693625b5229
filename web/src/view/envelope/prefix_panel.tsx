/** Check a prefix: token ids, and which blocks' hashes they explain. */
import { signal } from '@preact/signals';
import { formatHash } from 'tlkv';
import { hexText } from '../../model/hex_rows.ts';
import { chain, type Link, parseParent, parseTokens } from '../../model/prefix_check.ts';
import { recordHashes } from '../../model/record_hashes.ts';
import { count } from '../../model/why.ts';
import { file, moveTo, type OpenFile } from './state.ts';

/** More records are not looked at, more links not shown. */
const RECORDS_LIMIT = 100_000;
const LINKS_SHOWN = 64;
const BYTES_SHOWN = 24;

interface Outcome {
  readonly of: OpenFile;
  readonly links: readonly Link[];
  readonly over: number;
  readonly records: number;
}

const tokensText = signal('');
const parentText = signal('');
const complaint = signal('');
const outcome = signal<Outcome | undefined>(undefined);

async function check(): Promise<void> {
  const opened = file.peek();
  const shape = opened?.map.shape;
  if (!opened || !shape || shape.blockTokens === 0) return;
  const parsed = parseTokens(tokensText.peek());
  const parent = parseParent(parentText.peek());
  outcome.value = undefined;
  if ('error' in parsed) complaint.value = parsed.error;
  else if (parent === undefined) complaint.value = 'The parent is a 64-bit hash: 0x and up to 16 hex digits.';
  else if (parsed.tokens.length < shape.blockTokens)
    complaint.value = `A hash names a full block: type at least ${count(shape.blockTokens, 'token')}, there are ${parsed.tokens.length}.`;
  else {
    complaint.value = '';
    const records = Math.min(opened.check.peek().report.blockCount, RECORDS_LIMIT);
    const hashes = await recordHashes(opened.bytes, opened.map, records);
    const links = chain(parsed.tokens, shape.blockTokens, parent, hashes);
    outcome.value = { of: opened, links, over: parsed.tokens.length % shape.blockTokens, records };
  }
}

export function PrefixPanel() {
  const opened = file.value;
  const blockTokens = opened?.map.shape?.blockTokens ?? 0;
  const shown = outcome.value?.of === opened ? outcome.value : undefined;
  return (
    <section class="tool-panel" aria-labelledby="prefix-title">
      <h2 id="prefix-title">Check a prefix</h2>
      <p class="caption">
        A block's hash is FNV-1a of its parent's hash and its {count(blockTokens, 'token')}. Type the token
        ids of a sequence from its start.
      </p>
      <form
        class="prefix-form"
        novalidate
        onSubmit={(event) => {
          event.preventDefault();
          void check();
        }}
      >
        <label>
          Token ids
          <input
            type="text"
            value={tokensText.value}
            placeholder="1 2 3 4"
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => (tokensText.value = event.currentTarget.value)}
          />
        </label>
        <label class="prefix-parent">
          Parent or salt, if not 0
          <input
            type="text"
            value={parentText.value}
            placeholder="0x0"
            autocomplete="off"
            spellcheck={false}
            onInput={(event) => (parentText.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button primary">
          Check
        </button>
      </form>
      <p class="complaint" role="status">
        {complaint.value || (shown && summary(shown))}
      </p>
      {shown && (
        <ol class="links">
          {shown.links.slice(0, LINKS_SHOWN).map((link) => (
            <li key={link.first}>
              <LinkRow link={link} of={shown.of} />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function summary({ links, over, records }: Outcome): string {
  const explained = new Set(links.flatMap((link) => link.records)).size;
  const tail =
    over === 0 ? '' : ` ${count(over, 'token')} at the end ${over === 1 ? 'fills' : 'fill'} no block.`;
  const more = links.length > LINKS_SHOWN ? ` The first ${LINKS_SHOWN} links are shown.` : '';
  return `${explained} of ${count(records, 'block')} explained by ${count(links.length, 'link')}.${tail}${more}`;
}

function LinkRow({ link, of }: { link: Link; of: OpenFile }) {
  const { first, hash, hashed, records } = link;
  const tokens = (hashed.length - 8) / 4;
  const cut = hashed.length > BYTES_SHOWN;
  return (
    <>
      <b>{records.length > 0 ? '✓' : '✕'}</b>{' '}
      <span>
        tokens {first.toLocaleString('en-US')}–{(first + tokens - 1).toLocaleString('en-US')}
      </span>{' '}
      <code class="link-hash">{formatHash(hash)}</code> {records.length === 0 && <span>in no block</span>}
      {records.slice(0, 4).map((record) => (
        <button type="button" class="link" key={record} onClick={() => moveTo(of.map.recordOffset(record))}>
          block {record.toLocaleString('en-US')}
        </button>
      ))}
      {records.length > 4 && <span>and {count(records.length - 4, 'block')} more</span>}
      <small>
        hashed: <code>{hexText(hashed.subarray(0, 8))}</code>{' '}
        <code>
          {hexText(hashed.subarray(8, BYTES_SHOWN))}
          {cut && ` … ${count(hashed.length, 'byte')}`}
        </code>
      </small>
    </>
  );
}
