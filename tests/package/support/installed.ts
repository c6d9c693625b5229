import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../../..');

/** The packed tarball, installed in a new folder. */
export class Installed {
  readonly project: string;
  readonly tarball: string;
  readonly #scratch: string;

  constructor(name: string) {
    this.#scratch = mkdtempSync(join(tmpdir(), 'tlkv-'));
    this.project = join(this.#scratch, name);
    mkdirSync(this.project);
    const packed = run(
      'npm',
      ['pack', '--ignore-scripts', '--json', '--pack-destination', this.#scratch],
      root,
    );
    this.tarball = join(this.#scratch, JSON.parse(packed)[0].filename);
    this.write('package.json', '{ "private": true }');
    this.run('npm', ['install', '--offline', '--no-audit', '--no-fund', this.tarball]);
  }

  write(name: string, text: string): void {
    const path = join(this.project, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  run(command: string, args: string[]): string {
    return run(command, args, this.project);
  }

  remove(): void {
    rmSync(this.#scratch, { recursive: true, force: true });
  }
}

/** Runs a program; gives its output, and throws with its errors when it fails. */
export function run(command: string, args: string[], cwd: string): string {
  return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A development tool of this project. */
export const bin = (name: string) => join(root, 'node_modules/.bin', name);
