// Prompts, a token for each character, over 16 blocks of 4 tokens that live nowhere: ids alone.
import { init, OutOfBlocksError, Sequences } from 'tlkv';

const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
const list = document.querySelector('ol');

await init();
const sequences = new Sequences({ nBlocks: 16, blockTokens: 4 });
status.textContent = 'Every block is free.';

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const prompt = form.elements.prompt.value;
  const tokens = Array.from(prompt, (character) => character.codePointAt(0));
  const id = list.children.length;
  try {
    const { cachedTokens } = sequences.open(id, tokens);
    const item = document.createElement('li');
    item.textContent = `${prompt}: blocks ${sequences.table(id).join(' ')}, ${cachedTokens} tokens were there`;
    list.append(item);
    const { free, used } = sequences.stats();
    status.textContent = `${used} blocks are used, ${free} are free.`;
  } catch (error) {
    if (!(error instanceof OutOfBlocksError)) throw error;
    status.textContent = error.message;
  }
});
