/** tlkv.wasm as an import: its bytes or the compiled module, as the entry's build has it. */
declare module '*.wasm' {
  const wasm: import('./load.ts').WasmSource;
  export default wasm;
}
