/** The version of the package, which tlkv.wasm carries too. */
export const VERSION = '0.1.0';
