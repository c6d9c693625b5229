/** A file, or standard input, to be read at any offset. */
import { closeSync, fstatSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PIECE = 1024 * 1024;

/** A file cannot be read or written; the message names it. */
export class FileError extends Error {}

export class Input {
  /** As it was given. */
  readonly name: string;
  readonly size: number;
  readonly #fd: number;

  private constructor(name: string, fd: number) {
    this.name = name;
    this.#fd = fd;
    this.size = fstatSync(fd).size;
  }

  /** A regular file is read where it stands. Anything else (a pipe) goes to a temporary file first. */
  static async open(name: string): Promise<Input> {
    try {
      const fd = name === '-' ? 0 : openSync(name, 'r');
      if (fstatSync(fd).isDirectory()) throw new FileError('is a directory');
      return new Input(name, fstatSync(fd).isFile() ? fd : await spool(fd));
    } catch (error) {
      throw fileError(name, error);
    }
  }

  /** The bytes [begin, end) of it, all of them. */
  read(begin: number, end: number): Uint8Array {
    const bytes = new Uint8Array(end - begin);
    try {
      for (let at = 0; at < bytes.length; ) {
        const n = readSync(this.#fd, bytes, at, bytes.length - at, begin + at);
        if (n === 0) throw new FileError('became shorter while it was read');
        at += n;
      }
    } catch (error) {
      throw fileError(this.name, error);
    }
    return bytes;
  }

  /** The bytes [begin, end) of it, in pieces. */
  *pieces(begin = 0, end = this.size): Generator<Uint8Array> {
    for (let at = begin; at < end; at += PIECE) yield this.read(at, Math.min(at + PIECE, end));
  }

  close(): void {
    if (this.#fd !== 0) closeSync(this.#fd);
  }
}

/** Opens the files, lends them to `use`, and closes them. */
export async function withInputs<T>(
  names: readonly string[],
  use: (...inputs: Input[]) => Promise<T>,
): Promise<T> {
  const inputs: Input[] = [];
  try {
    for (const name of names) inputs.push(await Input.open(name));
    return await use(...inputs);
  } finally {
    for (const input of inputs) input.close();
  }
}

/** The error of a system call in words that name the file. */
export function fileError(name: string, error: unknown): FileError {
  const { code, message } = error as NodeJS.ErrnoException;
  const words: Record<string, string> = {
    ENOENT: 'no such file',
    EACCES: 'permission denied',
    EISDIR: 'is a directory',
    ENOTDIR: 'no such file',
    ENOSPC: 'no space left on the device',
    ELOOP: 'too many symbolic links',
    ENAMETOOLONG: 'the name is too long',
  };
  const label = name === '-' ? 'standard input' : name;
  return new FileError(`${label}: ${words[code ?? ''] ?? message}`);
}

/** A nameless temporary file with everything that comes out of a pipe. */
async function spool(from: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tlkv-'));
  try {
    const fd = openSync(join(folder, 'input'), 'wx+', 0o600);
    for await (const piece of from === 0 ? process.stdin : piecesOf(from)) {
      for (let at = 0; at < piece.length; ) at += writeSync(fd, piece, at);
    }
    return fd;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function* piecesOf(fd: number): Generator<Uint8Array> {
  const piece = new Uint8Array(PIECE);
  try {
    for (let n = readSync(fd, piece); n > 0; n = readSync(fd, piece)) yield piece.subarray(0, n);
  } finally {
    closeSync(fd);
  }
}
