/** The question before a step, and after it the answer beside the pool's. */
import { Key } from '../key.tsx';
import { predictions } from '../preferences.ts';
import { answers, choose, score, unchoose, upcoming, verdict } from './predict.ts';
import { stepBy } from './state.ts';

export function QuestionCard() {
  const question = upcoming.value;
  if (!question) return null;
  const { step, asked } = question;
  const chosen = answers.value.get(step);
  const run = (event: Event) => {
    event.preventDefault();
    stepBy(1);
  };
  return (
    <form class="question" onSubmit={run}>
      <fieldset>
        <legend>
          <small>Before step {step}</small> {asked.question}
        </legend>
        {asked.choices.map(({ text }, at) => (
          <label key={text} data-chosen={at === chosen}>
            <Key name={String(at + 1)} />
            <input type="radio" name="choice" checked={at === chosen} onChange={() => choose(at)} /> {text}
          </label>
        ))}
      </fieldset>
      <p class="question-buttons">
        <button type="submit" class="button primary">
          Run the step <Key name="→" />
        </button>
        <button
          type="button"
          class="button"
          onClick={() => {
            unchoose();
            stepBy(1);
          }}
        >
          Skip
        </button>
        <button
          type="button"
          class="tool"
          onClick={() => {
            predictions.value = 'off';
          }}
        >
          No more questions <Key name="Q" />
        </button>
      </p>
    </form>
  );
}

export function QuestionVerdict() {
  const now = verdict.value;
  if (!now) return null;
  const correct = now.right.includes(now.given);
  const { right, of } = score.value;
  return (
    <div class="answered" role="status">
      <p>
        <b>{correct ? '✓ As you said.' : '✕ Not as you said.'}</b> {!correct && 'You said: '}
        {now.given.text}
      </p>
      {!correct && (
        <p>
          <b>The pool:</b> {now.right.map(({ text }) => text).join(' ')}
        </p>
      )}
      <small>
        {right} of {of} right at the first try
      </small>
    </div>
  );
}
