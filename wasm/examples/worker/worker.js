// Checks a file of any size, a slice at a time, and never holds more of it.
import { EnvelopeScanner, init } from 'tlkv';

const SLICE = 4 * 1024 * 1024;
const ready = init();

addEventListener('message', async ({ data: file }) => {
  try {
    await ready;
    const scanner = new EnvelopeScanner(file.size);
    for (let at = 0; at < file.size; at += SLICE) {
      scanner.push(await file.slice(at, at + SLICE).arrayBuffer());
      postMessage({ done: at / file.size });
    }
    const { accepted, findings, blockCount } = scanner.finish();
    const [first] = findings;
    const text = accepted
      ? `Good, ${blockCount} blocks.`
      : `${first.rule}: ${first.title}; expected ${first.expected}, found ${first.found}.`;
    postMessage({ done: 1, text });
  } catch (error) {
    postMessage({ done: 1, text: String(error) });
  }
});
