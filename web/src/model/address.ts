/**
 * Where one is, as the fragment of the page's address: `#/pool/worked-fork/7`, `#/pool/v1;3x2;alloc+a+2/1`,
 * `#/pool/beam-search/9/contiguous` or `#/envelope/worked-example/0x32`. Text that does not follow the form leads to the nearest place.
 */

import { isProgram } from './program_link.ts';

export type Address =
  | {
      readonly view: 'pool';
      readonly scenario?: string;
      readonly step?: number;
      /** What stands beside the pool, as beside.ts writes it, where it is not what the scenario says. */
      readonly beside?: string;
    }
  | { readonly view: 'learn'; readonly topic?: string }
  | { readonly view: 'envelope'; readonly sample?: string; readonly offset?: number };

export function parseAddress(fragment: string): Address {
  const [view, name, at, beside] = fragment
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decode);
  const number = wholeNumber(at);
  if (view === 'learn') return { view, ...(name && { topic: name }) };
  if (view === 'envelope')
    return { view, ...(name && { sample: name }), ...(number !== undefined && { offset: number }) };
  return {
    view: 'pool',
    ...(name && { scenario: name }),
    ...(number !== undefined && { step: number }),
    ...(beside && { beside }),
  };
}

export function formatAddress(address: Address): string {
  return `#/${[address.view, ...partsOf(address)].map(encode).join('/')}`;
}

/** What follows the view: a part that is missing ends the address. */
function partsOf(address: Address): string[] {
  const parts =
    address.view === 'learn'
      ? [address.topic]
      : address.view === 'pool'
        ? [address.scenario, address.step?.toString(), address.beside]
        : [address.sample, hexOffset(address.offset)];
  const missing = parts.indexOf(undefined);
  return (missing < 0 ? parts : parts.slice(0, missing)) as string[];
}

function hexOffset(offset: number | undefined): string | undefined {
  return offset === undefined ? undefined : `0x${offset.toString(16)}`;
}

/** A safe integer of 0 or more, decimal or 0x; undefined for anything else. */
export function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^(\d+|0x[0-9a-f]+)$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A scenario inside an address is written by program_link.ts, which has escaped it already. */
function encode(part: string): string {
  return isProgram(part) ? part : encodeURIComponent(part);
}

function decode(part: string): string {
  if (isProgram(part)) return part;
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
