/** The command line: completes what is typed, runs it, and says why where it cannot. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { USAGE } from '../../model/command.ts';
import { type Completion, complete } from '../../model/complete.ts';
import { Key } from '../key.tsx';
import { Roving } from '../roving.tsx';
import { canRedo, canUndo, history, redo, runLine, undo } from './free_play.ts';
import { chooseEnvelopes } from './import_file.ts';
import { frame, stage } from './state.ts';

/** Focused by the / key. */
export const prompt: { focus: () => void } = { focus: () => {} };

export function Prompt() {
  const input = useRef<HTMLInputElement>(null);
  const line = useSignal('');
  const chosen = useSignal(-1);
  const open = useSignal(false);
  const complaint = useSignal('');
  /** How far back in the history; 0 is the line being written. */
  const back = useSignal(0);
  prompt.focus = () => input.current?.focus();

  const session = stage.value?.session;
  void frame.value;
  if (!session) return null;
  const list = open.value ? complete(line.value, session) : [];

  /** A call by its button: its word is written, and what can follow is offered. */
  const begin = (verb: string) => {
    write(`${verb} `);
    open.value = true;
    input.current?.focus();
  };

  const write = (text: string) => {
    line.value = text;
    chosen.value = -1;
    complaint.value = '';
  };

  function take(completion: Completion | undefined): void {
    if (completion) write(`${completion.line} `);
  }

  function run(event: Event): void {
    event.preventDefault();
    const picked = list[chosen.value];
    if (picked) {
      take(picked);
      return;
    }
    if (line.value.trim() === '') return;
    complaint.value = runLine(line.value.trim()) ?? '';
    if (complaint.value) return;
    write('');
    back.value = 0;
    open.value = false;
  }

  function recall(by: number): void {
    const lines = history.value;
    back.value = Math.min(Math.max(0, back.value + by), lines.length);
    write(lines[lines.length - back.value] ?? '');
  }

  function onKeyDown(event: KeyboardEvent): void {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Tab' && !event.shiftKey && line.value !== '' && list.length > 0) {
      event.preventDefault();
      take(list[Math.max(0, chosen.value)]);
    } else if (event.key === 'Escape' && (open.value || line.value !== '')) {
      event.preventDefault();
      if (open.value) open.value = false;
      else write('');
    } else if (move !== undefined) {
      event.preventDefault();
      if (line.value === '' || back.value > 0) recall(-move);
      else chosen.value = Math.min(Math.max(-1, chosen.value + move), list.length - 1);
    }
  }

  return (
    <form class="prompt" onSubmit={run}>
      <Roving class="prompt-calls" role="group" aria-label="Calls">
        {Object.entries(USAGE).map(([verb, [form, what]]) => (
          <button
            key={verb}
            type="button"
            class="call-button"
            data-item
            title={`${form}: ${what}`}
            onClick={() => begin(verb)}
          >
            {verb}
          </button>
        ))}
      </Roving>
      {list.length > 0 && line.value !== '' && (
        <div class="completions" role="listbox" id="completions" aria-label="Completions">
          {list.map((one, at) => (
            <div
              key={one.word}
              id={`completion-${at}`}
              role="option"
              aria-selected={at === chosen.value}
              onPointerDown={(event) => {
                event.preventDefault();
                take(one);
              }}
            >
              <code>{one.word}</code> <span>{one.about}</span>
            </div>
          ))}
        </div>
      )}
      <label for="prompt-line" class="unseen">
        Command
      </label>
      <span class="prompt-sign" aria-hidden="true">
        ›
      </span>
      <input
        id="prompt-line"
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={list.length > 0 && line.value !== ''}
        aria-controls="completions"
        aria-autocomplete="list"
        aria-activedescendant={chosen.value >= 0 ? `completion-${chosen.value}` : undefined}
        aria-describedby="prompt-complaint"
        placeholder="try: fork a b, append b 7"
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        value={line.value}
        onFocus={() => {
          open.value = true;
        }}
        onBlur={() => {
          open.value = false;
        }}
        onInput={(event) => {
          write(event.currentTarget.value);
          back.value = 0;
          open.value = true;
        }}
        onKeyDown={onKeyDown}
      />
      <button type="submit" class="button">
        Run
      </button>
      <button type="button" class="button" onClick={undo} disabled={!canUndo.value}>
        Undo <Key name="Z" />
      </button>
      <button type="button" class="button" onClick={redo} disabled={!canRedo.value}>
        Redo <Key name="Y" />
      </button>
      <button type="button" class="button" onClick={chooseEnvelopes}>
        Import .tlkv
      </button>
      <p class="complaint" id="prompt-complaint" role="status">
        {complaint.value && `✕ ${complaint.value}`}
      </p>
    </form>
  );
}
