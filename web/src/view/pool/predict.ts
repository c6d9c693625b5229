/** Predictions: the question before a step, the reader's answers, and what the pool made of them. */
import { computed, signal } from '@preact/signals';
import { type Asked, ask, type Choice, holds } from '../../model/question.ts';
import { predictions } from '../preferences.ts';
import { frame, stage } from './state.ts';

/** Step to the choice that was made for it, in the session in front. */
export const answers = signal<ReadonlyMap<number, number>>(new Map());

/** The question about the step that comes next. */
export const upcoming = computed<{ step: number; asked: Asked } | undefined>(() => {
  const now = frame.value;
  const next = stage.value?.session.steps[now?.position ?? 0];
  if (!now || !next?.ask || predictions.value === 'off') return undefined;
  const asked = ask(next.ask, next, now.after);
  return asked && { step: next.index, asked };
});

export interface Verdict {
  readonly given: Choice;
  /** The choices that came true: one, in a good question. */
  readonly right: readonly Choice[];
}

/** What became of the answer to the step in front. */
export const verdict = computed<Verdict | undefined>(() => {
  const now = frame.value;
  const step = now?.step;
  const answer = step && answers.value.get(step.index);
  if (!now || !step?.ask || answer === undefined) return undefined;
  const asked = ask(step.ask, step, now.before);
  const given = asked?.choices[answer];
  return asked && given && { given, right: asked.choices.filter((choice) => holds(choice, now)) };
});

/** Answers that were right, step by step, as far as they were judged. */
const judged = signal<ReadonlyMap<number, boolean>>(new Map());

export const score = computed(() => {
  const all = [...judged.value.values()];
  return { right: all.filter(Boolean).length, of: all.length };
});

export function choose(choice: number): void {
  const question = upcoming.peek();
  if (!question || choice >= question.asked.choices.length) return;
  answers.value = new Map(answers.peek()).set(question.step, choice);
}

export function unchoose(): void {
  const step = upcoming.peek()?.step;
  if (step === undefined) return;
  const rest = new Map(answers.peek());
  rest.delete(step);
  answers.value = rest;
}

/** Called once a step was run: the first answer to a question is the one that counts. */
export function judge(): void {
  const now = verdict.peek();
  const step = frame.peek()?.position;
  if (!now || step === undefined || judged.peek().has(step)) return;
  judged.value = new Map(judged.peek()).set(step, now.right.includes(now.given));
}

export function forgetAnswers(): void {
  answers.value = new Map();
  judged.value = new Map();
}
