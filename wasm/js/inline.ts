/// <reference lib="esnext.disposable" preserve="true" />
import { createInit } from './init.ts';
import wasm from './tlkv.wasm';

export * from './api.ts';

/**
 * `init` of the entry `tlkv/inline`, for hosts that serve one script and nothing beside it: the bytes of tlkv.wasm
 * stand in the JavaScript, and nothing is fetched.
 */
export const init = createInit(() => wasm);
