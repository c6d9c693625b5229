/// <reference lib="esnext.disposable" preserve="true" />
import { createInit } from './init.ts';
import wasm from './tlkv.wasm';

export * from './api.ts';

/**
 * `init` for workerd, which compiles no bytes and reads no files, but imports a .wasm as a compiled module.
 */
export const init = createInit(() => wasm);
