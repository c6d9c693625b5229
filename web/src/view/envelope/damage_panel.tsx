/** Try damage: the bits of the cursor's byte to turn over, what was changed, and the way back. */
import { useSignal } from '@preact/signals';
import { byteText } from '../../model/hex_rows.ts';
import { count } from '../../model/why.ts';
import { Key } from '../key.tsx';
import { canSeal, edits, flipBit, save, seal, setByte, undo, undoAll } from './damage.ts';
import { bytesAt, cursor, moveTo, report } from './state.ts';

/** The list stays short; all of it counts. */
const SHOWN = 12;

export function DamagePanel() {
  const at = cursor.value;
  const byte = bytesAt(at, at + 1)?.[0];
  const made = edits.value;
  const broken = report.value?.findings ?? [];
  return (
    <section class="tool-panel" aria-labelledby="damage-title">
      <h2 id="damage-title">Try damage</h2>
      <p class="caption">
        Type hex digits in the hexdump, or turn over a bit here. The file on your disk stays as it is.
      </p>
      <div class="damage">
        <div class="damage-byte">
          <ByteInput offset={at} byte={byte} />
          <div class="flip" role="group" aria-label={`Bits of byte ${at}`}>
            {[7, 6, 5, 4, 3, 2, 1, 0].map((bit) => (
              <button type="button" key={bit} onClick={() => flipBit(at, bit)}>
                <span class="unseen">Flip bit {bit}, now </span>
                <b>{byte === undefined ? '·' : (byte >> bit) & 1}</b>
                <small aria-hidden="true">{bit}</small>
              </button>
            ))}
          </div>
        </div>
        <p class="damage-rules" role="status">
          {broken.length === 0 ? '✓ No rule is broken.' : `✕ Broken: ${rulesText(broken)}`}
        </p>
        <p class="damage-actions">
          <button type="button" class="button" onClick={undo} disabled={!made || made.steps.length === 0}>
            Undo <Key name="Z" />
          </button>
          <button type="button" class="button" onClick={undoAll} disabled={!made || made.steps.length === 0}>
            Undo all
          </button>
          <button type="button" class="button" onClick={() => void seal()} disabled={!canSeal.value}>
            Seal again <Key name="S" />
          </button>
          <button type="button" class="button" onClick={save}>
            Save a copy
          </button>
        </p>
        {made && made.bytes.size > 0 && (
          <p class="damage-list">
            {count(made.bytes.size, 'byte')} changed:{' '}
            {[...made.bytes]
              .toSorted(([a], [b]) => a - b)
              .slice(0, SHOWN)
              .map(([offset, value]) => (
                <button type="button" class="link" key={offset} onClick={() => moveTo(offset)}>
                  {offset.toLocaleString('en-US')} <code>{byteText(value)}</code>
                </button>
              ))}
            {made.bytes.size > SHOWN && <> and {(made.bytes.size - SHOWN).toLocaleString('en-US')} more</>}
          </p>
        )}
      </div>
    </section>
  );
}

function rulesText(findings: readonly { rule: string }[]): string {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return `${rules.slice(0, 6).join(', ')}${rules.length > 6 ? ' …' : ''}`;
}

function ByteInput({ offset, byte }: { offset: number; byte: number | undefined }) {
  const complaint = useSignal('');
  return (
    <>
      <label for="damage-byte">Byte {offset.toLocaleString('en-US')}</label>
      <input
        id="damage-byte"
        type="text"
        size={3}
        maxLength={2}
        autocomplete="off"
        spellcheck={false}
        value={byte === undefined ? '' : byteText(byte)}
        onChange={(event) => {
          const input = event.currentTarget;
          if (/^[0-9a-f]{1,2}$/i.test(input.value)) {
            complaint.value = '';
            setByte(offset, Number.parseInt(input.value, 16));
          } else {
            complaint.value = 'Two hex digits, 00 to ff.';
            input.value = byte === undefined ? '' : byteText(byte);
          }
        }}
      />
      <span class="caption" role="status">
        {complaint.value}
      </span>
    </>
  );
}
