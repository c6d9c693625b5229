import { EXIT } from './command.ts';
import { FileError, type Input, withInputs } from './input.ts';
import type { Output } from './output.ts';
import { printable } from './text.ts';

/** Does one file after the other; one that cannot be read is told of, and the others follow. */
export async function eachFile(
  names: readonly string[],
  out: Output,
  run: (input: Input) => Promise<number>,
): Promise<number> {
  let exit: number = EXIT.good;
  for (const name of names) {
    try {
      exit = Math.max(exit, await withInputs([name], run));
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      await out.flush();
      process.stderr.write(`tlkv: ${printable(error.message)}\n`);
      exit = EXIT.io;
    }
  }
  return exit;
}
