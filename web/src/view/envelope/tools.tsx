/** Between the verdict and the bytes: the open files, how far a check is, and the tools, one at a time. */
import { Key } from '../key.tsx';
import { ComparePanel } from './compare_panel.tsx';
import { DamagePanel } from './damage_panel.tsx';
import { ExportPanel } from './export_panel.tsx';
import { FileList } from './file_list.tsx';
import { PrefixPanel } from './prefix_panel.tsx';
import { Progress } from './progress.tsx';
import { type Tool, toggleTool, tool } from './tool.ts';
import { Trouble } from './trouble.tsx';

const TOOLS: readonly (readonly [tool: Tool, name: string, key: string])[] = [
  ['damage', 'Try damage', 'D'],
  ['prefix', 'Check a prefix', 'H'],
  ['compare', 'Compare', 'C'],
  ['export', 'Export', 'E'],
];

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
      <Trouble />
      <FileList />
      <Progress />
      {tool.value === 'damage' && <DamagePanel />}
      {tool.value === 'prefix' && <PrefixPanel />}
      {tool.value === 'compare' && <ComparePanel />}
      {tool.value === 'export' && <ExportPanel />}
    </div>
  );
}
