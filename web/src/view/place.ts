/** The address and the views, kept together: the address says where one is, and leads there again. */
import { batch, effect, signal } from '@preact/signals';
import { type Address, formatAddress, parseAddress } from '../model/address.ts';
import { isProgram } from '../model/program_link.ts';
import * as envelope from './envelope/state.ts';
import { keepLastPlace, takeLastPlace } from './last_place.ts';
import { topic, visitTopic } from './learn_view.tsx';
import * as pool from './pool/state.ts';

export const view = signal<Address['view']>('pool');

/** Goes to the address now and at every later change, and writes each place into it. */
export function followAddress(): void {
  const goThere = () => {
    written = location.hash;
    go(parseAddress(location.hash));
  };
  const last = takeLastPlace();
  if (last !== undefined) history.replaceState(null, '', last);
  goThere();
  addEventListener('hashchange', goThere);
  keepLastPlace(() => ({ written, wanted: written === location.hash ? wanted : location.hash }));
  going = true;
  effect(() => {
    const address = here();
    const text = formatAddress(address);
    // Another view, scenario or file is a place to come back to; a step or an offset is not. An address that leads
    // elsewhere than it says is put right in its place: were it kept, the way back would end there.
    const old = oldAddress();
    const moved = formatAddress(withoutPosition(address)) !== formatAddress(withoutPosition(old));
    if (moved && !going) {
      write();
      history.pushState(null, '', text);
      written = wanted = text;
    } else {
      wanted = text;
      writeSoon(going || formatAddress(atStart(address)) !== formatAddress(atStart(old)));
    }
  });
  going = false;
}

/** What the address is to say, and what it said last that was written here or gone to. */
let wanted = '';
let written = '';

/** What the address says, read again only when it was changed: a scenario in it can be long. */
let read = { text: '', address: parseAddress('') };
function oldAddress(): Address {
  const text = location.hash;
  if (text !== read.text) read = { text, address: parseAddress(text) };
  return read.address;
}

/** Browsers take milliseconds for each change, and some refuse more than a hundred in half a minute. */
const PAUSE_MS = 330;
let pause: ReturnType<typeof setTimeout> | undefined;

/** Steps and offsets once they rest; whatever is more than that at once. */
function writeSoon(more: boolean): void {
  clearTimeout(pause);
  if (more) write();
  else pause = setTimeout(write, PAUSE_MS);
}

/** Not over an address that was changed meanwhile: that one leads. */
function write(): void {
  if (wanted === location.hash || written !== location.hash) return;
  history.replaceState(null, '', wanted);
  written = wanted;
}

/** The same place, at its first step or byte. */
function atStart(address: Address): Address {
  if (address.view === 'pool') return { ...address, step: 0 };
  return address.view === 'envelope' ? { ...address, offset: 0 } : address;
}

function here(): Address {
  if (view.value === 'learn') return { view: 'learn', ...(topic.value && { topic: topic.value }) };
  if (view.value === 'envelope') return { view: 'envelope', ...envelope.address.value };
  return { view: 'pool', ...pool.address.value };
}

/** While the views are led by the address, and do not lead it. */
let going = false;

/** In one batch: what lies between two places is none, and is not written into the history. */
function go(address: Address): void {
  going = true;
  batch(() => {
    view.value = address.view;
    if (address.view === 'pool') pool.visit(address);
    else if (address.view === 'envelope') envelope.visit(address);
    else visitTopic(address.topic);
  });
  going = false;
}

/** What one is at, whichever step or byte of it. A scenario of one's own is one place, however it grows. */
function withoutPosition(address: Address): Address {
  if (address.view === 'envelope')
    return { view: 'envelope', ...(address.sample && { sample: address.sample }) };
  if (address.view === 'learn') return { view: 'learn' };
  const { scenario } = address;
  return { view: 'pool', ...(scenario && { scenario: isProgram(scenario) ? 'own' : scenario }) };
}
