import { OutOfBlocksError, statusName, TlkvError } from './errors.ts';
import type { Memory } from './memory.ts';
import type { TlkvModule } from './module.ts';

/** The one instance of the WebAssembly module, shared by everything in this thread. */
export interface Runtime {
  readonly module: TlkvModule;
  readonly memory: Memory;
}

let current: Runtime | undefined;

export function setRuntime(runtime: Runtime): void {
  current = runtime;
}

/** The instance; an error that names init() before there is one. */
export function runtime(call: string): Runtime {
  if (current === undefined) throw new TlkvError('TL_EINVAL', `${call}: call \`await init()\` first`);
  return current;
}

/** Throws unless the core answered TL_OK. */
export function check({ module, memory }: Runtime, status: number, call: string): void {
  if (status !== 0) throw refusal({ module, memory }, status, call);
}

/** For calls that answer with nothing and refuse in the error slot only: empty it, call, look. */
export function clearRefusal({ module }: Runtime): void {
  module.tl_set_last_error(0);
}

export function checkRefusal({ module, memory }: Runtime, call: string): void {
  if (memory.u8[module.tl_last_error() >>> 0] !== 0) throw refusal({ module, memory }, 1, call);
}

/** The core's reason under the name that JavaScript knows the call by. */
function refusal({ module, memory }: Runtime, status: number, call: string): TlkvError {
  const reason = memory.text(module.tl_last_error()).replace(/^tl_\w+: /, '');
  const code = statusName(status);
  const Refusal = code === 'TL_EFULL' ? OutOfBlocksError : TlkvError;
  return new Refusal(code, `${call}: ${reason}`);
}
