/** Standard output: waits where its reader is slow, and ends quietly where its reader has gone. */
import { EXIT } from './command.ts';

export type Colour = 'red' | 'green' | 'yellow' | 'dim';
const CODES: Record<Colour, number> = { red: 31, green: 32, yellow: 33, dim: 2 };

/** Collected before a write. */
const PIECE = 64 * 1024;

export class Output {
  readonly #stream = process.stdout;
  readonly #coloured: boolean;
  #pending = '';

  constructor() {
    const { NO_COLOR = '', TERM } = process.env;
    this.#coloured = this.#stream.isTTY === true && NO_COLOR === '' && TERM !== 'dumb';
    for (const stream of [process.stdout, process.stderr]) {
      stream.on('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'EPIPE') process.exit(EXIT.brokenPipe);
        process.exit(EXIT.io); // nobody is left to tell
      });
    }
  }

  get isTerminal(): boolean {
    return this.#stream.isTTY === true;
  }

  paint(colour: Colour, text: string): string {
    return this.#coloured ? `\x1b[${CODES[colour]}m${text}\x1b[0m` : text;
  }

  async line(text: string): Promise<void> {
    await this.text(`${text}\n`);
  }

  async text(text: string): Promise<void> {
    this.#pending += text;
    if (this.#pending.length >= PIECE) await this.flush();
  }

  async bytes(data: Uint8Array): Promise<void> {
    await this.flush();
    await this.#write(data);
  }

  async flush(): Promise<void> {
    const text = this.#pending;
    this.#pending = '';
    if (text !== '') await this.#write(text);
  }

  #write(data: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.#stream.write(data, () => resolve()));
  }
}
