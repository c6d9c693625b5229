/** Which tool of the envelope view is open: one at a time. */
import { signal } from '@preact/signals';
import { editing } from './damage.ts';

export type Tool = 'damage' | 'prefix' | 'compare' | 'export';

export const tool = signal<Tool | undefined>(undefined);

export function toggleTool(name: Tool): void {
  tool.value = tool.value === name ? undefined : name;
  editing.value = tool.value === 'damage';
}
