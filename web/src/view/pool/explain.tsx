/** The line under a heading; opened, it says what the structure is. */
import { TOPICS, type TopicName } from '../../model/learn.ts';

export function Explain({ topic, line }: { topic: TopicName; line: string }) {
  const { text, formula, where } = TOPICS[topic] as { text: string; formula?: string; where?: string };
  return (
    <details class="explain">
      <summary>{line}</summary>
      <p>{text}</p>
      {formula && <code class="formula">{formula}</code>}
      {where && <small>{where}</small>}
    </details>
  );
}
