/** What the structures of the pool are, one after another, each with a scenario that shows it. */
import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { isTopic, TOPICS, type TopicName } from '../model/learn.ts';
import { SCENARIOS } from '../model/scenarios.ts';
import { view } from './place.ts';
import { openScenario } from './pool/state.ts';

/** The topic that the address asks for. */
export const topic = signal<TopicName | undefined>(undefined);

export function visitTopic(name: string | undefined): void {
  topic.value = name !== undefined && isTopic(name) ? name : undefined;
}

export function LearnView() {
  useLayoutEffect(() => {
    if (topic.value) document.getElementById(`learn-${topic.value}`)?.scrollIntoView();
  }, [topic.value]);
  return (
    <main class="learn" id="main">
      <h1>What is what</h1>
      {Object.entries(TOPICS).map(([name, { title, text, formula, where, scenario }]) => (
        <section key={name} id={`learn-${name}`} aria-labelledby={`learn-${name}-title`}>
          <h2 id={`learn-${name}-title`}>{title}</h2>
          <p>{text}</p>
          {formula && (
            <p>
              <code class="formula">{formula}</code>
            </p>
          )}
          <p class="learn-more">
            <button
              type="button"
              class="plain link"
              onClick={() => {
                openScenario(scenario);
                view.value = 'pool';
              }}
            >
              See it: {SCENARIOS.get(scenario)?.title}
            </button>
            {where && <small>{where}</small>}
          </p>
        </section>
      ))}
    </main>
  );
}
