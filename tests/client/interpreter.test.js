/** Wrappers of functions of the interpreter, one module for all signatures. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { exportsAsInTable, wrapperModule } from "../../src/onirium/site/page/interpreter.js";

test("wrappers pass arguments and results of each signature on", () => {
  const signatures = ["ii", "vid", "jj", "e", ...Array(200).fill("iii")];
  /** @type {unknown[][]} */
  const calls = [];
  const functions = signatures.map((_, index) => (/** @type {any[]} */ ...values) => {
    calls.push([index, ...values]);
    return values[0];
  });
  const module = new WebAssembly.Module(wrapperModule(signatures));
  const { exports } = new WebAssembly.Instance(module, { "": { ...functions } });
  const wrapped = /** @type {Function[]} */ (signatures.map((_, index) => exports[index]));
  assert.equal(wrapped[0](7), 7);
  assert.equal(wrapped[1](1, 0.5), undefined);
  assert.equal(wrapped[2](2n ** 40n), 2n ** 40n);
  assert.equal(wrapped[3](), undefined);
  assert.equal(wrapped[203](-1, 2), -1);
  assert.deepEqual(calls, [[0, 7], [1, 1, 0.5], [2, 2n ** 40n], [3], [203, -1, 2]]);
});

test("exports are the functions of the table, if it contains them", () => {
  const named = (/** @type {string} */ name) => Object.defineProperty(() => name, "name", { value: name });
  const [first, second, exportedSecond, third] = ["1", "2", "2", "3"].map(named);
  const entries = [null, first, second];
  const table = { length: entries.length, get: (/** @type {number} */ index) => entries[index] };
  const memory = new WebAssembly.Memory({ initial: 1 });
  const exports = { memory, malloc: exportedSecond, free: third, __indirect_function_table: table };
  assert.deepEqual(exportsAsInTable(exports), { ...exports, malloc: second });
  assert.equal(exportsAsInTable(exports).malloc, second);
  assert.equal(exportsAsInTable(exports).free, third);
});
