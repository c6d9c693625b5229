/** The fields of the file in order: the header, one block at a time, the end. Choosing a row goes to its bytes. */
import { f16ToF32 } from 'tlkv';
import type { Field } from '../../model/byte_map.ts';
import { f16Bits, shortText } from '../../model/f16_text.ts';
import { hexText } from '../../model/hex_rows.ts';
import { meaningOf, placeAt } from '../../model/inspect.ts';
import { BlockList } from './block_list.tsx';
import { bytesAt, cursor, file, moveTo, place, slab } from './state.ts';
import { Stepper } from './stepper.tsx';

/** Bytes of a row that are shown; more would not be read. */
const BYTES_SHOWN = 8;
const VALUES_SHOWN = 4;

export function Structure() {
  const opened = file.value;
  if (!opened) return null;
  const { map, bytes } = opened;
  const blocks = map.blocksBegun;
  const { block, layer } = slab.value;
  return (
    <section class="structure" aria-labelledby="structure-title">
      <h2 id="structure-title">Structure</h2>
      {bytes.byteLength === 0 && <p class="empty">There are no bytes.</p>}
      <Rows title="Header" fields={fieldsFrom(0, Math.min(28, bytes.byteLength))} />
      {blocks > 0 && (
        <>
          <div class="structure-block">
            <h3>Block</h3>
            <Stepper
              label="Block"
              value={block}
              count={blocks}
              onChange={(to) => moveTo(map.recordOffset(to))}
            />
          </div>
          <Rows title={undefined} fields={recordFields(block, layer)} />
          {blocks > 1 && <BlockList />}
        </>
      )}
      <Rows title="End" fields={endFields()} />
    </section>
  );

  function fieldsFrom(begin: number, end: number): Field[] {
    const fields: Field[] = [];
    for (let at = begin; at < end; ) {
      const field = map.fieldAt(at) as Field;
      fields.push(field);
      at = field.end;
    }
    return fields;
  }

  /** Hash, fill, and K and V of one layer. */
  function recordFields(index: number, ofLayer: number): Field[] {
    const begin = map.recordOffset(index);
    const slabs = [map.slabOffset(index, ofLayer, 'k'), map.slabOffset(index, ofLayer, 'v')];
    return [begin, begin + 8, ...slabs]
      .map((at) => map.fieldAt(at))
      .filter((field): field is Field => field?.block === index);
  }

  function endFields(): Field[] {
    if (bytes.byteLength < 28) return [];
    const last = map.fieldAt(map.bodyEnd - 1);
    const crc = map.fieldAt(map.bodyEnd);
    return [last?.kind === 'extra' ? last : undefined, crc].filter(
      (field): field is Field => field !== undefined,
    );
  }
}

function Rows({ title, fields }: { title: string | undefined; fields: readonly Field[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      {title && <h3>{title}</h3>}
      <ul class="fields">
        {fields.map((field, row) => (
          <li key={row}>
            <FieldRow field={field} />
          </li>
        ))}
      </ul>
    </>
  );
}

function FieldRow({ field }: { field: Field }) {
  const opened = file.value;
  if (!opened) return null;
  const size = field.end - field.begin;
  const shown = bytesAt(field.begin, Math.min(field.end, field.begin + BYTES_SHOWN));
  const current = place.value?.field.begin === field.begin;
  return (
    <button type="button" class="field" aria-current={current} onClick={() => moveTo(field.begin)}>
      <span class="field-offset">{field.begin.toLocaleString('en-US')}</span>
      <span class="field-size">{size.toLocaleString('en-US')}</span>
      <span class="field-name">
        {field.name}
        {field.layer !== undefined && (opened.map.shape?.nLayers ?? 1) > 1 && (
          <small> layer {field.layer}</small>
        )}
      </span>
      <code class="field-bytes" data-kind={field.kind}>
        {shown && (current ? <MarkedBytes begin={field.begin} bytes={shown} /> : hexText(shown))}
        {size > BYTES_SHOWN && ' …'}
      </code>
      <span class="field-meaning">{shown && meaning(field, shown)}</span>
    </button>
  );
}

/** The bytes under the cursor stand out, in the row as in the hexdump. */
function MarkedBytes({ begin, bytes }: { begin: number; bytes: Uint8Array }) {
  const here = place.value;
  const marks = Array.from(bytes, (byte, i) => {
    const at = begin + i;
    const marked = here?.element ? at >= here.begin && at < here.end : at === cursor.value;
    return marked ? <b key={i}>{hexText([byte])} </b> : `${hexText([byte])} `;
  });
  return <>{marks}</>;
}

/** `bytes` are the first of the field. */
function meaning(field: Field, bytes: Uint8Array): string {
  const map = file.value?.map;
  if (!map) return '';
  if (!field.whole) return 'cut off';
  if (field.kind === 'k' || field.kind === 'v') {
    const values = f16ToF32(f16Bits(bytes.subarray(0, VALUES_SHOWN * 2)));
    return (
      Array.from(values, shortText).join(', ') + (field.end - field.begin > VALUES_SHOWN * 2 ? ', …' : '')
    );
  }
  const at = placeAt(map, field.begin);
  const known = at && meaningOf(bytes, map, at);
  if (field.name === 'n_tokens' && known)
    return `${known.value} of ${map.shape?.blockTokens.toLocaleString('en-US')}`;
  if (field.name === 'dtype' && known?.value === '1') return '1, f16';
  return known?.value.replace(/^0x/, '') ?? 'belongs to no field';
}
