// TypeScript: who may import whom.
import { posix } from 'node:path';
import { codeOf, file, matches, type Rule } from './rule.ts';

/** What a file imports, static or not: packages by their names, files by their paths from the root. */
function importsOf(path: string, text: string): string[] {
  const code = text.replace(/`(?:\\[\s\S]|[^`\\])*`/g, '``'); // the page writes programs, as text
  const names = matches(
    code,
    /(?:^(?:import|export)\b[^;'"]*?\bfrom\s*|^import\s*|\bimport\(\s*)['"]([^'"\n]+)['"]/gm,
  );
  return names.map((name) => (name.startsWith('.') ? posix.join(posix.dirname(path), name) : name));
}

/** The rule that the files of a folder, those of `other` aside, import nothing but what a pattern allows. */
function imports(folder: string, allowed: RegExp, bad: string[], good: string[], other?: string): Rule {
  const sample = (name: string) => file(`${folder}/x.ts`, `import { a } from '${name}';\n`);
  return {
    name: `${folder} imports nothing but what it may`,
    check({ path, text }) {
      if (!path.startsWith(`${folder}/`) || !/\.[mc]?tsx?$/.test(path)) return [];
      if (other !== undefined && path.startsWith(`${other}/`)) return [];
      return importsOf(path, text).filter((name) => !allowed.test(name));
    },
    bad: [
      ...bad.map(sample),
      file(`${folder}/x.ts`, "const a = await import('express');\n"),
      file(`${folder}/x.ts`, "import 'express';\n"),
      file(`${folder}/x.ts`, "export {\n  a,\n} from 'express';\n"),
    ],
    good: [
      ...good.map(sample),
      file(
        `${folder}/x.ts`,
        "const a = ['import', 'from', ' express'];\nconst b = `\nimport 'vitest';\n`;\n",
      ),
    ],
  };
}

const modelHasNoDom: Rule = {
  name: 'web/src/model knows no DOM',
  check({ path, text }) {
    if (!path.startsWith('web/src/model/')) return [];
    const names =
      /(?<![#.\w])(document|window|navigator|localStorage|sessionStorage|history|location|fetch|self|alert|requestAnimationFrame|matchMedia)(?=[.(])|\b(?:HTML\w*Element|CustomEvent|MouseEvent|KeyboardEvent|ResizeObserver)\b/g;
    return matches(codeOf(text), names);
  },
  bad: [
    file('web/src/model/a.ts', 'document.title = a;\n'),
    file('web/src/model/a.ts', 'const f = (e: HTMLElement) => e;\n'),
    file('web/src/model/a.ts', 'await fetch(url);\n'),
    file('web/src/model/a.ts', 'if (localStorage.getItem(a)) b();\n'),
  ],
  good: [
    file('web/src/model/a.ts', '// no document.\nstate.history.push(a);\nthis.#fetch(b);\n'),
    file('web/src/view/a.ts', 'document.title = a;\n'),
  ],
};

/** What is read once after an action is what the page showed before it, on a busy machine. */
const pageIsPolled: Rule = {
  name: 'tests of the page poll what they read of it',
  check({ path, text }) {
    if (!/^tests\/page(-long)?\//.test(path)) return [];
    const reads =
      /\bexpect\(\s*(?:\[[^;]*?)?\(*await [^;]*?\.(?:innerText|textContent|inputValue|getAttribute|count|all\w*|evaluate\w*|boundingBox|is[A-Z]\w+)\(/g;
    return matches(text, reads);
  },
  bad: [
    file('tests/page/a.test.ts', "expect(await page.locator('b').innerText()).toBe('1');\n"),
    file('tests/page/a.test.ts', "expect([at, (await list.allInnerTexts())[0]]).toEqual([1, 'a']);\n"),
    file('tests/page-long/a.test.ts', 'expect(\n  await page.evaluate(() => innerWidth),\n).toBe(1);\n'),
  ],
  good: [
    file('tests/page/a.test.ts', "await expect.poll(() => page.locator('b').count()).toBe(1);\n"),
    file('tests/page/a.test.ts', 'expect(await violations(page)).toEqual([]);\n'),
    file('tests/package/a.test.ts', "expect(await page.locator('b').innerText()).toBe('1');\n"),
  ],
};

export const scriptRules = [
  pageIsPolled,
  imports(
    'web/src/model',
    /^tlkv$|^web\/src\/model\/|^web\/(samples|scenarios)\//,
    ['../view/app.tsx', 'preact', '@preact/signals', '../../../wasm/js/index.ts', 'node:fs'],
    ['tlkv', './block.ts', '../../samples/a.hex?raw'],
  ),
  imports(
    'web/src/view',
    /^tlkv$|^web\/src\/|^preact(\/|$)|^@preact\/signals$/,
    ['../../../wasm/js/index.ts', '../../../dist/index.js', 'node:fs', 'react'],
    ['tlkv', '../model/block.ts', 'preact/hooks'],
  ),
  imports(
    'wasm/js',
    /^wasm\/js\/(?!cli\/)/,
    ['tlkv', '../../web/src/model/block.ts', 'preact', 'node:fs', './cli/text.ts'],
    ['./kv_pool.ts'],
    'wasm/js/cli',
  ),
  imports(
    'wasm/js/cli',
    /^tlkv$|^node:|^wasm\/js\/cli\//,
    ['../index.ts', '../check.ts', 'preact', 'commander'],
    ['tlkv', './text.ts', 'node:util'],
  ),
  imports(
    'tests/reference',
    /^tests\/reference\/|^vitest$|^node:/,
    ['tlkv', '../../wasm/js/index.ts', '../package/support.ts'],
    ['./read.ts', 'node:fs', 'vitest'],
  ),
  modelHasNoDom,
];
