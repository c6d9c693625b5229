/** The numbers of a window of one slab, each on the colour of its value; choosing one goes there. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { f16Hex, f16Value, shortText } from '../../model/f16_text.ts';
import { dark } from '../preferences.ts';
import { Roving } from '../roving.tsx';
import { heatOf } from './heat.ts';

interface Props {
  /** Of the slab: K or V. */
  name: string;
  /** f16 bits by position; undefined while they are on their way. */
  rows: readonly (Uint16Array | undefined)[];
  firstPosition: number;
  dims: readonly number[];
  scale: number;
  /** Positions from here on hold no token. */
  filled: number;
  at: { position: number; dim: number } | undefined;
  onChoose: (position: number, dim: number) => void;
}

export function Numbers({ name, rows, firstPosition, dims, scale, filled, at, onChoose }: Props) {
  const room = useRef<HTMLDivElement>(null);
  // The window moves with the cursor, and the focus with the number that was chosen.
  useLayoutEffect(() => {
    if (!room.current?.contains(document.activeElement)) return;
    room.current.querySelector<HTMLElement>('[data-here=true]')?.focus();
  }, [at?.position, at?.dim]);

  return (
    <div class="numbers-room" ref={room}>
      <Roving
        class="numbers"
        role="group"
        aria-label={`${name} by position and dim`}
        style={{ '--dims': dims.length }}
      >
        <span class="numbers-corner" />
        {dims.map((dim, column) => (
          <span class="numbers-dim" key={`d${column}`}>
            dim {dim}
          </span>
        ))}
        {rows.map((bits, row) => {
          const position = firstPosition + row;
          return (
            <>
              <span class="numbers-position" key={`p${row}`} data-past={position >= filled}>
                pos {position}
              </span>
              {dims.map((dim, column) => cell(position, dim, bits?.[column], `${row}.${column}`))}
            </>
          );
        })}
      </Roving>
    </div>
  );

  function cell(position: number, dim: number, bits: number | undefined, key: string) {
    const value = bits === undefined ? undefined : f16Value(bits);
    const text = value === undefined ? '…' : shortText(value);
    const hex = bits === undefined ? '' : f16Hex(bits);
    return (
      <button
        type="button"
        class="number"
        data-item
        key={key}
        style={value === undefined ? undefined : heatOf(value, scale, dark.value)}
        data-odd={value !== undefined && !Number.isFinite(value)}
        data-here={at?.position === position && at.dim === dim}
        aria-label={`${name} position ${position} dim ${dim}: ${text} ${hex}`}
        onClick={() => onChoose(position, dim)}
      >
        <b>{text}</b> <code>{hex}</code>
      </button>
    );
  }
}
