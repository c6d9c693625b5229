/** The bytes at the cursor: where they belong, what they say, and how else they can be read. */
import { hexText } from '../../model/hex_rows.ts';
import { meaningOf, pathOf } from '../../model/inspect.ts';
import { readAs } from '../../model/read_as.ts';
import { rangeText } from './rules.tsx';
import { bytesAt, cursor, file, place } from './state.ts';

const BYTES_SHOWN = 8;

export function Inspector() {
  const opened = file.value;
  const here = place.value;
  if (!opened || !here) return null;
  const { begin, end, field, element } = here;
  const shown = bytesAt(begin, Math.min(end, begin + BYTES_SHOWN));
  const ahead = bytesAt(cursor.value, cursor.value + 8);
  const meaning = shown && meaningOf(shown, opened.map, here);
  const path = pathOf(here);
  return (
    <section class="inspector" aria-labelledby="inspector-title">
      <h2 id="inspector-title">
        {end - begin === 1 ? 'Byte' : 'Bytes'} {rangeText(begin, end)}{' '}
        <code>
          {shown ? hexText(shown) : '…'}
          {end - begin > BYTES_SHOWN && ' …'}
        </code>
      </h2>
      <p class="path">
        {path.map((part, at) => (
          <span key={at}>
            {at > 0 && ' › '}
            {part === field.name ? <b>{part}</b> : part}
          </span>
        ))}
      </p>
      {meaning ? (
        <p class="value">
          <output data-long={meaning.value.length > 12}>{meaning.value}</output> <span>{meaning.about}</span>
        </p>
      ) : (
        shown && (
          <p class="caption">
            {field.kind === 'extra'
              ? 'The header does not account for these bytes.'
              : 'The file ends inside this value.'}
          </p>
        )
      )}
      {element && shown?.length === 2 && (
        <F16Bits bits={(shown[0] as number) | ((shown[1] as number) << 8)} />
      )}
      <h3>From byte {cursor.value.toLocaleString('en-US')}, read as</h3>
      <dl class="readings">
        {(ahead ? readAs(ahead) : []).map(({ type, value }) => (
          <div key={type} data-type={type}>
            <dt>{type}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function F16Bits({ bits }: { bits: number }) {
  const digits = bits.toString(2).padStart(16, '0');
  const parts = [
    { name: 'sign', digits: digits.slice(0, 1) },
    { name: 'exponent', digits: digits.slice(1, 6) },
    { name: 'fraction', digits: digits.slice(6) },
  ];
  return (
    <div class="bits" role="img" aria-label={parts.map(({ name, digits: d }) => `${name} ${d}`).join(', ')}>
      {parts.map(({ name, digits: part }) => (
        <span class="bits-part" key={name} data-part={name}>
          <span class="bits-row">
            {[...part].map((bit, at) => (
              <i key={at}>{bit}</i>
            ))}
          </span>
          <small>{name}</small>
        </span>
      ))}
    </div>
  );
}
