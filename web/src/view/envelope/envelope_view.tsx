import { Bytes } from './bytes.tsx';
import { FileList } from './file_list.tsx';
import { Inspector } from './inspector.tsx';
import { Rules } from './rules.tsx';
import { SlabPanel } from './slab_panel.tsx';
import { file, trouble } from './state.ts';
import { Structure } from './structure.tsx';
import { ToolPanel } from './tools.tsx';
import { Verdict } from './verdict.tsx';
import { Welcome } from './welcome.tsx';

export function EnvelopeView() {
  const opened = file.value;
  return (
    <main class="envelope" id="main" data-open={opened !== undefined}>
      {trouble.value && (
        <p class="trouble" role="alert">
          ✕ {trouble.value}
        </p>
      )}
      {opened ? (
        <>
          <FileList />
          <Verdict />
          <ToolPanel />
          <div class="envelope-left">
            <Rules />
            <Structure />
          </div>
          <Bytes key={opened.name} />
          <SlabPanel />
          <Inspector />
        </>
      ) : (
        <Welcome />
      )}
    </main>
  );
}
