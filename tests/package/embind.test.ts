import { expect, test } from 'vitest';
import { start } from '../../wasm/js/embind.ts';

const text = (value: string) => [...Buffer.from(value)];
const named = (value: string) => [value.length, ...text(value)];
const section = (id: number, ...items: number[][]) => {
  const body = [items.length, ...items.flat()];
  return [id, body.length, ...body];
};
const [I32, CONST, CALL, GET, END] = [0x7f, 0x41, 0x10, 0x20, 0x0b];
const code = (...body: number[]) => [body.length + 2, 0, ...body, END];

/** A module whose bindings come by _embind_register_bindings, as newer Emscriptens make them: {"answer": ...}. */
const newer = Uint8Array.from([
  ...[0, ...text('asm'), 1, 0, 0, 0],
  ...section(
    1, // types
    [0x60, 6, I32, I32, I32, I32, I32, I32, 0],
    [0x60, 1, I32, 0],
    [0x60, 0, 0],
    [0x60, 2, I32, I32, 1, I32],
  ),
  ...section(
    2, // imports: functions 0 and 1
    [...named('env'), ...named('_embind_register_function'), 0, 0],
    [...named('env'), ...named('_embind_register_bindings'), 0, 1],
  ),
  ...section(3, [2], [2], [3]), // functions 2, 3 and 4
  ...section(4, [0x70, 0, 2]), // a table
  ...section(5, [0, 1]), // a page of memory
  ...section(
    7, // exports
    [...named('memory'), 2, 0],
    [...named('__indirect_function_table'), 1, 0],
    [...named('_initialize'), 0, 2],
  ),
  ...section(9, [0, CONST, 0, END, 2, 3, 4]), // in the table: 3 and 4
  ...section(
    10,
    code(CONST, 16, CALL, 1), // _initialize: the bindings are at 16
    code(CONST, 32, CONST, 0, CONST, 0, CONST, 0, CONST, 1, CONST, 5, CALL, 0), // they register "answer" as (1, 5)
    code(GET, 0, GET, 1, 0x6a), // adds its two arguments
  ),
  ...section(11, [0, CONST, 32, END, 7, ...text('answer'), 0]), // at 16 is 0: function 3
]);

test('functions come bound, and by their names, from a module of a newer Emscripten', async () => {
  const { functions, memory } = await start(new WebAssembly.Module(newer));
  expect((functions as unknown as { answer(n: number): number }).answer(37)).toBe(42);
  expect(memory.buffer.byteLength).toBe(65536);
});
