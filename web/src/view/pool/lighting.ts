/** The block that is pointed at, focused or chosen is lit wherever it stands, without drawing anything again. */
import { lit } from './state.ts';

/** What is lit, so that nothing is looked for where nothing is. */
let alight: Element[] = [];

/** Called when another block is lit, and where elements have come to stand for other blocks. */
export function lightUp(root: Element | null): void {
  const id = lit.peek();
  for (const old of alight) old.removeAttribute('data-lit');
  alight = id === undefined ? [] : [...(root?.querySelectorAll(`[data-block="${id}"]`) ?? [])];
  for (const one of alight) one.setAttribute('data-lit', '');
}
