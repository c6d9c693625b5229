import type { Instance } from './embind.ts';
import { OutOfBlocksError, statusName, TlkvError } from './errors.ts';
import { Memory } from './memory.ts';
import type { TlkvModule } from './module.ts';

/** The functions and the memory of the one instance, shared by everything in this thread; undefined before `init()`. */
export let module: TlkvModule;
export let memory: Memory;

export function setInstance(instance: Instance): void {
  memory = new Memory(instance.functions, instance.memory);
  module = instance.functions;
}

/** For calls that may be the first: an error that names init() before there is an instance. */
export function needInit(call: string): void {
  if (module === undefined) throw new TlkvError('TL_EINVAL', `${call}: call \`await init()\` first`);
}

/** Throws unless the core answered TL_OK. */
export function check(status: number, call: string): void {
  if (status !== 0) throw refusal(status, call);
}

/** For calls that answer with nothing and refuse in the error slot only: empty it, call, look. */
export function clearRefusal(): void {
  module.tl_set_last_error(0);
}

export function checkRefusal(call: string): void {
  if (memory.u8[module.tl_last_error() >>> 0] !== 0) throw refusal(1, call);
}

/** The core's reason under the name that JavaScript knows the call by. */
function refusal(status: number, call: string): TlkvError {
  const reason = memory.text(module.tl_last_error()).replace(/^tl_\w+: /, '');
  const code = statusName(status);
  const Refusal = code === 'TL_EFULL' ? OutOfBlocksError : TlkvError;
  return new Refusal(code, `${call}: ${reason}`);
}
