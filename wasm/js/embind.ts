import type { CompiledModule } from './load.ts';
import { textAt } from './memory.ts';
import type { TlkvModule } from './module.ts';

interface Exports {
  readonly memory: WebAssembly.Memory;
  readonly __indirect_function_table: WebAssembly.Table;
  _initialize(): void;
}

export interface Instance {
  readonly functions: TlkvModule;
  readonly memory: { readonly buffer: ArrayBuffer };
}

/**
 * Starts the module. Its functions are the raw exports and, by their names, those of wasm/bindings.cc: this is the
 * half of embind that runs in JavaScript, for functions over numbers, which need no conversion but WebAssembly's
 * own. (The one that comes with Emscripten is ten times as large.)
 */
export async function start(wasm: CompiledModule): Promise<Instance> {
  const bound: Record<string, unknown> = {};
  const env = {
    /** emscripten::function. Exchanged for a call of `fn` by `call`, the C++ template that has its signature. */
    _embind_register_function(
      name: number,
      _n: number,
      _types: number,
      _kinds: number,
      call: number,
      fn: number,
    ) {
      bound[textAt(new Uint8Array(memory.buffer), name)] = table.get(call).bind(undefined, fn);
    },
    /** EMSCRIPTEN_BINDINGS in newer Emscriptens: a struct that begins with the function to be called. */
    _embind_register_bindings(bindings: number) {
      table.get(new DataView(memory.buffer).getUint32(bindings, true))();
    },
  };
  const { exports } = await WebAssembly.instantiate(wasm, { env });
  const { memory, __indirect_function_table: table, _initialize } = exports as unknown as Exports;
  _initialize();
  // As a prototype: V8 looks up the properties of an object that has so many by name at every call, which takes as
  // long as a call; those of a prototype it knows.
  return { functions: Object.create({ ...exports, ...bound }) as TlkvModule, memory };
}
