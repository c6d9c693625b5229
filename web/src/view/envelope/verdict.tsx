/** The answer first: accepted or refused, in how many words it takes, and the checksum twice. */
import { seemsToBe } from '../../model/guess.ts';
import { count } from '../../model/why.ts';
import { AcceptedSign, CheckingSign, RefusedSign } from '../icons.tsx';
import type { Check } from './checking.ts';
import { bytesAt, file, moveTo } from './state.ts';
import { ToolButtons } from './tools.tsx';

/** R7 compares with a pool, and there is none here. */
const RULES_WITHOUT_POOL = 8;

export function Verdict() {
  const opened = file.value;
  if (!opened) return null;
  const { map } = opened;
  const check = opened.check.value;
  const { accepted, crc } = check.report;
  const finished = check.state === 'finished';
  const stored = finished ? crc?.stored : storedCrc(map.bodyEnd, opened.bytes.byteLength);
  const agree = stored === crc?.computed;
  const beginning = accepted ? undefined : bytesAt(0, 4096);
  const guess = beginning && seemsToBe(beginning);
  return (
    <header class="verdict">
      {!accepted ? <RefusedSign /> : finished ? <AcceptedSign /> : <CheckingSign />}
      <div class="verdict-words">
        <h1>{title(check)}</h1>
        <p>
          {sentence(check)} {guess && <>It seems to be {guess}.</>}
        </p>
      </div>
      <dl class="crc">
        <dt>CRC stored</dt>
        <dd>
          {stored !== undefined ? (
            <button
              type="button"
              class="plain"
              data-wrong={finished && !agree}
              onClick={() => moveTo(map.bodyEnd)}
            >
              {hex(stored)}
            </button>
          ) : (
            'none'
          )}
        </dd>
        <dt>{finished ? 'CRC computed' : 'CRC so far'}</dt>
        <dd>
          <span>{check.crcSoFar === undefined ? 'none' : hex(check.crcSoFar)}</span>
          <span class="unseen">{crc && finished && (agree ? 'they agree' : 'they differ')}</span>
        </dd>
      </dl>
      <ToolButtons />
    </header>
  );
}

/** While the check has not come to it. */
function storedCrc(bodyEnd: number, byteLength: number): number | undefined {
  const bytes = byteLength < 32 ? undefined : bytesAt(bodyEnd, byteLength);
  return bytes && new DataView(bytes.buffer).getUint32(0, true);
}

function title({ state, report }: Check): string {
  if (!report.accepted) return 'Refused';
  return {
    waiting: 'Checking',
    running: 'Checking',
    stopped: 'Not checked',
    failed: 'Not checked',
    finished: 'Accepted',
  }[state];
}

function sentence({ state, report }: Check): string {
  const { accepted, byteLength, findingsCount: broken, warningsCount: warnings } = report;
  const length = count(byteLength, 'byte');
  if (accepted && state === 'finished')
    return `A version 1 reader takes this file. ${length}, ${RULES_WITHOUT_POOL} rules checked, none broken, ${warnings === 0 ? 'no warning' : count(warnings, 'warning')}.`;
  if (accepted)
    return {
      running: 'No rule broken so far. You can browse every byte meanwhile.',
      waiting: 'No rule broken so far.',
      stopped: `${length}. No rule was broken as far as the check went.`,
      failed: `${length}. The file could not be read to its end.`,
    }[state as Exclude<Check['state'], 'finished'>];
  if (byteLength === 0) return 'The file is empty: 0 bytes, where the smallest envelope has 32.';
  const so = state === 'finished' ? '' : ' so far';
  const lost =
    state === 'failed' ? ' The file can no longer be read: it may have been moved or changed.' : '';
  const stops = broken === 1 ? 'A version 1 reader' : 'A version 1 reader stops at the first and';
  return `${length}. ${count(broken, 'rule')} ${broken === 1 ? 'is' : 'are'} broken${so}. ${stops} answers ${report.status}.${lengthText(report)}${lost}`;
}

/** How many bytes are missing, or too many. */
function lengthText({ header, byteLength, expectedByteLength, findings }: Check['report']): string {
  if (!header || expectedByteLength === undefined || expectedByteLength === BigInt(byteLength)) return '';
  // Without the magic it is no header, and its numbers mean nothing.
  if (findings[0]?.rule === 'R2') return '';
  const difference = BigInt(byteLength) - expectedByteLength;
  const much = (difference < 0n ? -difference : difference).toLocaleString('en-US');
  const bytes = much === '1' ? 'byte' : 'bytes';
  return difference < 0n
    ? ` The header asks for ${expectedByteLength.toLocaleString('en-US')} bytes: ${much} ${bytes} missing.`
    : ` The header asks for ${expectedByteLength.toLocaleString('en-US')} bytes: ${much} ${bytes} too many.${anotherText(Number(expectedByteLength))}`;
}

/** Envelopes are sometimes written one after another. */
function anotherText(end: number): string {
  const after = bytesAt(end, end + 4);
  return after && String.fromCharCode(...after) === 'TLKV' ? ' Another envelope begins there.' : '';
}

function hex(crc: number): string {
  return crc.toString(16).toUpperCase().padStart(8, '0');
}
