// The WebAssembly of a built package without its API: the glue's functions and the memory.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

export async function loadRaw(dist) {
  const { default: createTlkv } = await import(pathToFileURL(`${dist}/../build/wasm/wasm/tlkv.mjs`));
  let memory;
  const module = await createTlkv({
    instantiateWasm(imports, done) {
      const compiled = new WebAssembly.Module(readFileSync(`${dist}/tlkv.wasm`));
      const instance = new WebAssembly.Instance(compiled, imports);
      memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory);
      done(instance, compiled);
      return instance.exports;
    },
  });
  // As the package has it (wasm/js/load.ts).
  return { module: Object.create(module), memory };
}

export function loadPeers(file) {
  const nothing = new Proxy({}, { get: () => () => 0 });
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, { env: nothing, wasi_snapshot_preview1: nothing });
  exports._initialize?.();
  exports.fill_tables();
  return exports;
}
