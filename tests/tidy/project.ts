// The files of the project, as git sees them, and what can only be said of several of them together.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { SourceFile } from './rule.ts';

export const root = resolve(import.meta.dirname, '../..');

/** Every text file that is committed, or would be by `git add --all`. */
export function textFiles(): SourceFile[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate'];
  const paths = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\0').slice(0, -1);
  const files = paths.flatMap((path) => {
    try {
      return [{ path, text: readFileSync(join(root, path), 'utf8') }];
    } catch {
      return []; // deleted, and not committed yet
    }
  });
  return files.filter(({ path, text }) => !text.includes('\0') && !path.startsWith('fixtures/'));
}

/** Files of the project that a comment or a document names, and that are not there. */
export function namesOfNothing(files: SourceFile[]): string[] {
  const there = new Set(files.map(({ path }) => path));
  const name = /(?<![\w./@{}-])((?:core|wasm|web|tests|formats|\.ci)\/[\w./-]*\w\.[a-z][\w]*)(?![\w*/])/g;
  const built = /^web\/(dist|screenshots)\/|^tests\/tidy\//;
  return files
    .filter(({ path }) => !built.test(path) && path !== 'CHANGELOG.md' && !path.endsWith('.patch'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(name)]
        .map((found) => found[1] ?? '')
        .filter(
          (named) =>
            !there.has(named) && !there.has(posix.join(posix.dirname(path), named)) && !built.test(named),
        )
        .map((named) => `${path} names ${named}`),
    );
}

/** The public headers that the map of the core does not mention. */
export function missingOnTheMap(map: string, paths: string[]): string[] {
  const headers = paths.flatMap((path) => /^core\/include\/\w+\/(\w+)\.h$/.exec(path)?.[1] ?? []);
  return headers.filter((name) => !new RegExp(`\\b${name}\\b`).test(map));
}

/**
 * What a page downloads to use an entry of the package in a folder, in bytes: all of it, bundled and minified as Vite
 * does it, and the .wasm if it asks for one, each compressed by brotli.
 */
export async function downloadBytes(folder: string, entry: string): Promise<number> {
  const built = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    build: {
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { input: join(folder, entry), preserveEntrySignatures: 'strict' },
    },
  });
  if (!('output' in built)) throw new Error('Vite gave no single output');
  const sizes = built.output.map(
    (file) => brotliCompressSync(file.type === 'chunk' ? file.code : file.source).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
