import { Bar } from './bar.tsx';
import { DropAnywhere } from './envelope/drop.tsx';
import { EnvelopeView } from './envelope/envelope_view.tsx';
import { PasteDialog } from './envelope/paste_dialog.tsx';
import { FileInput } from './envelope/picker.tsx';
import { KeysDialog } from './keys_dialog.tsx';
import { LearnView } from './learn_view.tsx';
import { spoken } from './live.ts';
import { view } from './place.ts';
import { KeepDialog } from './pool/keep_dialog.tsx';
import { NewPoolDialog } from './pool/new_pool_dialog.tsx';
import { PoolView } from './pool/pool_view.tsx';
import { readiness } from './start.ts';

export function App() {
  const { ready, problem } = readiness.value;
  if (problem !== undefined) return <p class="sentence">The pool could not be started: {problem}</p>;
  // The top of the page stands while the pool comes up.
  if (!ready) return <Bar />;
  return (
    <>
      <Bar />
      {view.value === 'pool' && <PoolView />}
      {view.value === 'envelope' && <EnvelopeView />}
      {view.value === 'learn' && <LearnView />}
      <p class="unseen" role="status" aria-live="polite">
        {spoken.value}
      </p>
      <DropAnywhere />
      <FileInput />
      <PasteDialog />
      <KeysDialog />
      <NewPoolDialog />
      <KeepDialog />
    </>
  );
}
