/** The command line as it is built, run as a process of its own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeEnvelope } from 'tlkv';
import { root } from './installed';

const MAX_OUTPUT = 2 ** 30;
const MAIN = join(root, 'dist/cli/main.js');

export interface Answer {
  code: number | null;
  out: string;
  err: string;
}

interface Options {
  input?: Uint8Array;
  env?: Record<string, string>;
}

/** A folder with envelopes by the names that the cases give them, and a way to run tlkv in it. */
export class Folder {
  readonly path = mkdtempSync(join(tmpdir(), 'tlkv-cli-'));

  /** A file of fixtures/, under another name. */
  copy(fixture: string, name: string): void {
    this.write(name, readFileSync(join(root, 'fixtures', fixture)));
  }

  write(name: string, data: string | Uint8Array): void {
    writeFileSync(join(this.path, name), data);
  }

  read(name: string): Buffer {
    return readFileSync(join(this.path, name));
  }

  tlkv(...args: string[]): Answer {
    return this.tlkvWith({}, ...args);
  }

  /** As on a terminal, as far as the command line asks: not every machine lends a pseudo-terminal. */
  onTerminal(env: Record<string, string>, ...args: string[]): Answer {
    const asTerminal = ['--import', 'data:text/javascript,process.stdout.isTTY=true'];
    return this.#run([...asTerminal, MAIN, ...args], { env });
  }

  tlkvWith(options: Options, ...args: string[]): Answer {
    return this.#run([MAIN, ...args], options);
  }

  #run(args: string[], options: Options): Answer {
    const { status, stdout, stderr } = spawnSync(process.execPath, args, {
      cwd: this.path,
      input: options.input ?? '',
      env: { ...process.env, ...options.env },
      maxBuffer: MAX_OUTPUT,
    });
    return { code: status, out: stdout.toString(), err: stderr.toString() };
  }

  /** The bytes on standard output of a call that succeeds. */
  bytes(...args: string[]): Buffer {
    return execFileSync(process.execPath, [MAIN, ...args], {
      cwd: this.path,
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: MAX_OUTPUT,
    });
  }

  /** A line of bash in which `tlkv` is the command line; standard output and error together, and the exit code. */
  bash(line: string): { code: number | null; out: string } {
    const script = `tlkv() { ${JSON.stringify(process.execPath)} ${JSON.stringify(MAIN)} "$@"; }; ${line}`;
    const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { cwd: this.path });
    return { code: status, out: `${stdout}${stderr}` };
  }

  remove(): void {
    rmSync(this.path, { recursive: true });
  }
}

/** B = 16, L = 2, H = 8, D = 128: eight full blocks without names, every byte of their payloads 3D. */
export function envelopeOf3d(): Uint8Array {
  const shape = { blockTokens: 16, nLayers: 2, nKvHeads: 8, headDim: 128 };
  const payload = new Uint16Array(65536).fill(0x3d3d);
  return encodeEnvelope({ ...shape, blocks: Array.from({ length: 8 }, () => ({ nTokens: 16, payload })) });
}
