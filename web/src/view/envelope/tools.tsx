/** The tools of the envelope view: one at a time, between the verdict and the bytes. */
import { signal } from '@preact/signals';
import { Key } from '../key.tsx';
import { ComparePanel } from './compare_panel.tsx';
import { editing } from './damage.ts';
import { DamagePanel } from './damage_panel.tsx';
import { ExportPanel } from './export_panel.tsx';
import { PrefixPanel } from './prefix_panel.tsx';
import { Progress } from './progress.tsx';

export type Tool = 'damage' | 'prefix' | 'compare' | 'export';

export const tool = signal<Tool | undefined>(undefined);

const TOOLS: readonly (readonly [tool: Tool, name: string, key: string])[] = [
  ['damage', 'Try damage', 'D'],
  ['prefix', 'Check a prefix', 'H'],
  ['compare', 'Compare', 'C'],
  ['export', 'Export', 'E'],
];

export function toggleTool(name: Tool): void {
  tool.value = tool.value === name ? undefined : name;
  editing.value = tool.value === 'damage';
}

export function ToolButtons() {
  return (
    <div class="tool-buttons">
      {TOOLS.map(([name, text, key]) => (
        <button
          type="button"
          class="button"
          key={name}
          aria-pressed={tool.value === name}
          onClick={() => toggleTool(name)}
        >
          {text} <Key name={key} />
        </button>
      ))}
    </div>
  );
}

export function ToolPanel() {
  return (
    <div class="envelope-tools">
      <Progress />
      {tool.value === 'damage' && <DamagePanel />}
      {tool.value === 'prefix' && <PrefixPanel />}
      {tool.value === 'compare' && <ComparePanel />}
      {tool.value === 'export' && <ExportPanel />}
    </div>
  );
}
