import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Every violation that axe-core finds, as text. */
export async function violations(page: Page): Promise<string[]> {
  // The policy refuses a script element, so the source is evaluated from outside.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const run = Reflect.get(globalThis, 'axe').run as () => Promise<{
      violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[];
    }>;
    const { violations: list } = await run();
    return list.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
    );
  });
}
