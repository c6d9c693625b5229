import { callable } from './check.ts';

let report: (message: string) => void;
let registry: FinalizationRegistry<string> | undefined;

/**
 * For development: from now on, an object of this package that is collected as garbage without having been
 * disposed is reported once, by console.warn or by `to`. Its WebAssembly memory stays taken. Objects made before
 * are not watched; without this call none are, and that costs nothing.
 */
export function reportLeaks(to: (message: string) => void = (message) => console.warn(message)): void {
  callable(to, 'reportLeaks', 'to');
  report = to;
  registry ??= new FinalizationRegistry((name) =>
    report(`tlkv: a ${name} was collected without having been disposed`),
  );
}

/** Of an object that has memory to give back, when it is made. */
export function watch(object: object, name: string): void {
  registry?.register(object, name, object);
}

/** When it gives it back. */
export function unwatch(object: object): void {
  registry?.unregister(object);
}
