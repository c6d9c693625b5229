/** The answer first: accepted or refused, in how many words it takes, and the checksum twice. */
import { seemsToBe } from '../../model/guess.ts';
import { count } from '../../model/why.ts';
import { AcceptedSign, RefusedSign } from '../icons.tsx';
import { file, moveTo } from './state.ts';

/** R7 compares with a pool, and there is none here. */
const RULES_WITHOUT_POOL = 8;

export function Verdict() {
  const opened = file.value;
  if (!opened) return null;
  const { envelope, bytes, map } = opened;
  const { crc } = envelope;
  const agree = crc?.stored === crc?.computed;
  const guess = envelope.accepted ? undefined : seemsToBe(bytes);
  return (
    <header class="verdict">
      {envelope.accepted ? <AcceptedSign /> : <RefusedSign />}
      <div class="verdict-words">
        <h1>{envelope.accepted ? 'Accepted' : 'Refused'}</h1>
        <p>
          {sentence(opened)} {guess && <>It seems to be {guess}.</>}
        </p>
      </div>
      <dl class="crc">
        <dt>CRC stored</dt>
        <dd>
          {crc ? (
            <button type="button" class="plain" data-wrong={!agree} onClick={() => moveTo(map.bodyEnd)}>
              {hex(crc.stored)}
            </button>
          ) : (
            'none'
          )}
        </dd>
        <dt>CRC computed</dt>
        <dd>
          <span>{crc ? hex(crc.computed) : 'none'}</span>
          <span class="unseen">{crc && (agree ? 'they agree' : 'they differ')}</span>
        </dd>
      </dl>
    </header>
  );
}

function sentence({ envelope, bytes }: NonNullable<typeof file.value>): string {
  const length = `${bytes.byteLength.toLocaleString('en-US')} bytes`;
  if (envelope.accepted) {
    const warnings = envelope.warningsCount;
    return `A version 1 reader takes this file. ${length}, ${RULES_WITHOUT_POOL} rules checked, none broken, ${warnings === 0 ? 'no warning' : count(warnings, 'warning')}.`;
  }
  if (bytes.byteLength === 0) return 'The file is empty: 0 bytes, where the smallest envelope has 32.';
  const broken = envelope.findingsCount;
  const stops = broken === 1 ? 'A version 1 reader' : 'A version 1 reader stops at the first and';
  return `${length}. ${count(broken, 'rule')} ${broken === 1 ? 'is' : 'are'} broken. ${stops} answers ${envelope.status}.`;
}

function hex(crc: number): string {
  return crc.toString(16).toUpperCase().padStart(8, '0');
}
