/** Where the CRC is wrong: the single bit that would explain it, if there is one. */
import { useMemo } from 'preact/hooks';
import { pathOf, placeAt } from '../../model/inspect.ts';
import { bitsThatExplain } from '../../model/single_bit.ts';
import { flipBit } from './damage.ts';
import { bytesAt, file, moveTo } from './state.ts';

const SHOWN = 4;

export function OneBit() {
  const opened = file.value;
  const check = opened?.check.value;
  const crc = check?.state === 'finished' ? check.report.crc : undefined;
  const length = opened?.bytes.byteLength ?? 0;
  const bits = useMemo(
    () => (crc ? bitsThatExplain(crc.computed, crc.stored, length - 4) : []),
    [crc?.computed, crc?.stored, length],
  );
  if (!opened || !crc || crc.computed === crc.stored) return null;
  return (
    <section class="one-bit" aria-labelledby="one-bit-title">
      <h2 id="one-bit-title">One bit turned over?</h2>
      {bits.length === 0 && (
        <p>No single bit explains the CRC: more than one was changed, or the CRC never fitted.</p>
      )}
      {bits.length > 1 && (
        <p>
          {bits.length} bits would: the changes of a CRC repeat after 256 MiB.{' '}
          {bits.length > SHOWN && `The first ${SHOWN}:`}
        </p>
      )}
      {bits.slice(0, SHOWN).map(({ offset, bit }) => {
        const byte = bytesAt(offset, offset + 1)?.[0];
        const at = placeAt(opened.map, offset);
        return (
          <div class="one-bit-choice" key={offset}>
            <p>
              Bit {bit} of byte {offset.toLocaleString('en-US')}
              {at && ` (${pathOf(at).join(', ')})`}. With <code>{hexByte(byte, 1 << bit)}</code> in the place
              of <code>{hexByte(byte, 0)}</code> the CRC is right
              {bits.length === 1 && '; no other single bit does that'}.
            </p>
            <p>
              <button type="button" class="button primary" onClick={() => flipBit(offset, bit)}>
                Flip bit {bit} of byte {offset.toLocaleString('en-US')}
              </button>{' '}
              <button type="button" class="button" onClick={() => moveTo(offset)}>
                Only show it
              </button>
            </p>
          </div>
        );
      })}
    </section>
  );
}

function hexByte(byte: number | undefined, mask: number): string {
  return byte === undefined ? '··' : (byte ^ mask).toString(16).padStart(2, '0');
}
