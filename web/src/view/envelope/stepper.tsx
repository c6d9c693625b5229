/** A number that one types, or moves by one on either side. */
interface Props {
  label: string;
  value: number;
  count: number;
  onChange: (value: number) => void;
}

export function Stepper({ label, value, count, onChange }: Props) {
  const go = (to: number) => onChange(Math.min(Math.max(0, to), count - 1));
  if (count === 1)
    return (
      <span class="stepper">
        <b>0</b> <span class="stepper-of">of 1</span>
      </span>
    );
  return (
    <span class="stepper" role="group" aria-label={label}>
      <button
        type="button"
        onClick={() => go(value - 1)}
        disabled={value <= 0}
        aria-label={`${label} before`}
      >
        ‹
      </button>
      <input
        type="text"
        inputMode="numeric"
        aria-label={label}
        value={value}
        size={Math.max(2, String(count - 1).length)}
        onChange={(event) => {
          const to = Number(event.currentTarget.value);
          if (Number.isInteger(to)) go(to);
          event.currentTarget.value = String(
            Number.isInteger(to) ? Math.min(Math.max(0, to), count - 1) : value,
          );
        }}
      />
      <button
        type="button"
        onClick={() => go(value + 1)}
        disabled={value >= count - 1}
        aria-label={`${label} after`}
      >
        ›
      </button>
      <span class="stepper-of">of {count.toLocaleString('en-US')}</span>
    </span>
  );
}
