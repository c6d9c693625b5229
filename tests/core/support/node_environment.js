// What a test program under Node lacks: the environment variables of the process; and its fetch must be out of
// sight, because Emscripten 3.1.6 would ask it for the .wasm file, which Node's cannot read.
Module.preRun = () => Object.assign(ENV, process.env);
globalThis.fetch = undefined;
