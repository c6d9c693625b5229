/** A key's name beside what it does: drawn only, as the control is named without it. */
export function Key({ name }: { name: string }) {
  return (
    <span class="key" aria-hidden="true">
      {name}
    </span>
  );
}
