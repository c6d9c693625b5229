/** The top of the page: where one is, what is open, and the tools. */

import type { Address } from '../model/address.ts';
import { count } from '../model/why.ts';
import { picker } from './envelope/picker.tsx';
import { closeFile, file } from './envelope/state.ts';
import { Key } from './key.tsx';
import { view } from './place.ts';
import { keepOpen } from './pool/keep_dialog.tsx';
import { large, predictions, toggleLarge, togglePredictions, toggleTheme } from './preferences.ts';
import { ScenarioMenu } from './scenario_menu.tsx';
import { helpOpen } from './shortcuts.ts';

export function Bar() {
  return (
    <header class="top">
      <button type="button" class="skip" onClick={skip}>
        Skip to the content
      </button>
      <span class="brand">tlkv</span>
      <nav class="views" aria-label="Views">
        <ViewLink name="pool" text="Pool" />
        <ViewLink name="envelope" text="Envelope" />
        <ViewLink name="learn" text="Learn" />
      </nav>
      <div class="subject">
        {view.value === 'pool' && <ScenarioMenu />}
        {view.value === 'envelope' && <EnvelopeSubject />}
      </div>
      <div class="tools">
        {view.value === 'pool' && (
          <button
            type="button"
            class="tool tool-predict"
            onClick={togglePredictions}
            aria-pressed={predictions.value === 'on'}
          >
            Predict {predictions.value} <Key name="Q" />
          </button>
        )}
        {view.value === 'pool' && (
          <button
            type="button"
            class="tool"
            onClick={() => {
              keepOpen.value = true;
            }}
          >
            Share <Key name="S" />
          </button>
        )}
        {view.value === 'envelope' && (
          <button type="button" class="tool" onClick={() => picker.open()}>
            Open <Key name="O" />
          </button>
        )}
        <button
          type="button"
          class="tool tool-large"
          onClick={toggleLarge}
          aria-pressed={large.value === 'on'}
        >
          {large.value === 'on' ? 'Leave large' : 'Large'} <Key name="L" />
        </button>
        <button type="button" class="tool" onClick={toggleTheme}>
          Theme <Key name="T" />
        </button>
        <button type="button" class="tool tool-keys" onClick={() => (helpOpen.value = true)}>
          Keys <Key name="?" />
        </button>
      </div>
    </header>
  );
}

/** A button, as a link would change the fragment, which is the page's address. */
function skip(): void {
  const main = document.getElementById('main');
  main?.setAttribute('tabindex', '-1');
  main?.focus();
}

function ViewLink({ name, text }: { name: Address['view']; text: string }) {
  const here = view.value === name;
  return (
    <button
      type="button"
      class="view"
      aria-current={here ? 'page' : undefined}
      onClick={() => (view.value = name)}
    >
      {text}
    </button>
  );
}

function EnvelopeSubject() {
  const opened = file.value;
  if (!opened) return <span>No file open</span>;
  return (
    <>
      <b class="file-name" title={opened.name}>
        {opened.name}
      </b>
      <span class="subject-size">{count(opened.bytes.byteLength, 'byte')}</span>
      <button type="button" class="tool" onClick={closeFile}>
        Close
      </button>
    </>
  );
}
