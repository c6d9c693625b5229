// The WebAssembly of a built package without its API: its functions, as wasm/js/embind.ts has them, and the memory.
import { readFileSync } from 'node:fs';

export function loadRaw(dist) {
  const bound = {};
  const text = (at) => {
    const bytes = new Uint8Array(exports.memory.buffer);
    return Buffer.from(bytes.subarray(at, bytes.indexOf(0, at))).toString();
  };
  const env = {
    _embind_register_function(name, _n, _types, _kinds, invoker, fn) {
      bound[text(name)] = exports.__indirect_function_table.get(invoker).bind(undefined, fn);
    },
  };
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(`${dist}/tlkv.wasm`)), {
    env,
  });
  exports._initialize();
  return { module: Object.create({ ...exports, ...bound }), memory: exports.memory };
}

export function loadPeers(file) {
  const nothing = new Proxy({}, { get: () => () => 0 });
  const module = new WebAssembly.Module(readFileSync(file));
  const { exports } = new WebAssembly.Instance(module, { env: nothing, wasi_snapshot_preview1: nothing });
  exports._initialize?.();
  exports.fill_tables();
  return exports;
}
