import { Bytes } from './bytes.tsx';
import { Inspector } from './inspector.tsx';
import { Rules } from './rules.tsx';
import { SlabPanel } from './slab_panel.tsx';
import { file } from './state.ts';
import { Structure } from './structure.tsx';
import { ToolPanel } from './tools.tsx';
import { Trouble } from './trouble.tsx';
import { Verdict } from './verdict.tsx';
import { Welcome } from './welcome.tsx';

export function EnvelopeView() {
  const opened = file.value;
  return (
    <main class="envelope" id="main" data-open={opened !== undefined}>
      {opened ? (
        <>
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
        <>
          <Trouble />
          <Welcome />
        </>
      )}
    </main>
  );
}
