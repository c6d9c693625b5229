import { load, type WasmSource } from './load.ts';
import { setInstance } from './runtime.ts';

export interface InitOptions {
  /** Where tlkv.wasm comes from, when the default (beside the package's files) will not do. */
  readonly wasm?: WasmSource | PromiseLike<WasmSource>;
}

let flight: Promise<void> | undefined;

/**
 * Makes an entry's `init` from its default source. All entries share one instance and one flight: concurrent
 * and later calls get the first one's promise, whatever their options; after a failure the next call starts anew.
 */
export function createInit(defaultSource: () => WasmSource | PromiseLike<WasmSource>) {
  return function init(options: InitOptions = {}): Promise<void> {
    flight ??= start(options.wasm === undefined ? defaultSource() : options.wasm).catch((error) => {
      flight = undefined;
      throw error;
    });
    return flight;
  };
}

async function start(source: WasmSource | PromiseLike<WasmSource>): Promise<void> {
  setInstance(await load(source));
}
