/** The few drawn signs: decoration beside a word, or read out as their own. */

export function Seal({ word }: { word?: string }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 12 12"
      width="12"
      height="12"
      role={word === undefined ? undefined : 'img'}
      aria-label={word}
      aria-hidden={word === undefined}
    >
      <circle cx="6" cy="6" r="3.6" fill="none" stroke="currentColor" stroke-width="3" />
      <circle
        cx="6"
        cy="6"
        r="5.2"
        fill="none"
        stroke="currentColor"
        stroke-width="1.4"
        stroke-dasharray="2 2.08"
      />
    </svg>
  );
}

const MARKS = {
  copied: { class: 'mark-accent', path: 'M7 1l6 6-6 6-6-6z' },
  evicted: { class: 'mark-accent', path: 'M2 2l10 10M12 2L2 12' },
  'to-cache': { class: 'mark-cached', path: 'M2 2h10v10H2zM2 12L12 2' },
  revived: { class: 'mark-used', path: 'M7 1.5l6 11H1z' },
  refused: { class: 'mark-ink', path: 'M2.5 2.5l9 9M11.5 2.5l-9 9' },
  missed: { class: 'mark-ink', path: 'M7 2a5 5 0 1 0 0 10A5 5 0 1 0 7 2z' },
} as const;

export function MarkSign({ mark }: { mark: keyof typeof MARKS }) {
  const { class: name, path } = MARKS[mark];
  return (
    <svg class={`mark ${name}`} viewBox="0 0 14 14" width="14" height="14" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

export function AcceptedSign() {
  return (
    <svg class="verdict-sign" viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
      <circle cx="22" cy="22" r="20.5" fill="none" stroke="currentColor" stroke-width="3" />
      <path d="M12.5 22.5l6.5 6.5 12.5-13" fill="none" stroke="currentColor" stroke-width="3.5" />
    </svg>
  );
}

export function RefusedSign() {
  return (
    <svg class="verdict-sign refused-sign" viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
      <path class="sign-plate" d="M14 2h16l12 12v16L30 42H14L2 30V14z" />
      <path class="sign-cross" d="M15 15l14 14M29 15L15 29" fill="none" stroke-width="4" />
    </svg>
  );
}

export function CheckingSign() {
  return (
    <svg class="verdict-sign" viewBox="0 0 44 44" width="44" height="44" aria-hidden="true">
      <circle cx="22" cy="22" r="20.5" fill="none" stroke="currentColor" stroke-width="3" opacity="0.25" />
      <path d="M22 1.5a20.5 20.5 0 0 1 0 41" fill="none" stroke="currentColor" stroke-width="3" />
    </svg>
  );
}
