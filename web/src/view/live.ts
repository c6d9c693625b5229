/** One sentence at a time for screen readers. */
import { signal } from '@preact/signals';

export const spoken = signal('');

export function say(sentence: string): void {
  spoken.value = sentence;
}
