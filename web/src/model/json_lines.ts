/** On which line of a scenario's text a step begins, counted from 1. The text is valid JSON. */
export function lineOfStep(text: string, step: number): number {
  let depth = 0;
  let index = -1;
  let line = 1;
  let inSteps = false;
  let expectItem = false;
  for (let at = 0; at < text.length; at++) {
    const c = text[at] as string;
    if (c === '\n') line++;
    if (/[\s:]/.test(c)) continue;
    const opensSteps = depth === 1 && c === '[' && /"steps"\s*:\s*$/.test(text.slice(0, at));
    if (expectItem && c !== ']') {
      if (++index === step) return line;
      expectItem = false;
    }
    if (c === '"') at = endOfString(text, at);
    else if (c === '{' || c === '[') depth++;
    else if (c === '}' || c === ']') depth--;
    if (opensSteps) inSteps = expectItem = true;
    else if (inSteps && depth === 2 && c === ',') expectItem = true;
    else if (inSteps && depth < 2) inSteps = false;
  }
  return line;
}

function endOfString(text: string, begin: number): number {
  let at = begin + 1;
  while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}
