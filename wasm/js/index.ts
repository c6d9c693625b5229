/// <reference lib="esnext.disposable" preserve="true" />
import { createInit } from './init.ts';

export * from './api.ts';

/**
 * Loads and starts the WebAssembly module; everything else is synchronous once this has resolved. By default
 * tlkv.wasm is taken from beside this file, in browsers (and their bundlers) and in Node alike.
 */
export const init = createInit(() => new URL('./tlkv.wasm', import.meta.url));
