/** The page works in a browser that denies its storage, or has none left: values last as long as it. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { rememberCards, rememberedCards } from "../../src/onirium/web/client/card_memory.js";
import { nameOnDevice, setNameOnDevice } from "../../src/onirium/web/client/device_names.js";
import { pace, setPace } from "../../src/onirium/web/client/pace.js";
import { eraseStored, storedValue } from "../../src/onirium/web/client/stored_values.js";

const tableView = /** @type {any} */ ({ table_id: "t", own_seats: [0, 1] });
const view = /** @type {any} */ ({ seat: 0 });

/** @param {PropertyDescriptor} descriptor of both storages */
function setStorages(descriptor) {
  for (const area of ["localStorage", "sessionStorage"]) {
    Object.defineProperty(globalThis, area, { ...descriptor, configurable: true });
  }
}

function throwError() {
  throw new Error("denied");
}

/** @param {string} text the only text that the storages hold */
function holding(text) {
  return { value: { getItem: () => text, setItem: throwError } };
}

/** @type {[string, PropertyDescriptor][]} */
const unusable = [
  ["denies its storage", { get: throwError }],
  ["has no storage left", { value: { getItem: () => null, setItem: throwError } }],
  ["stores no valid JSON", holding("{")],
];

for (const [name, descriptor] of unusable) {
  test(`a page remembers its values in a browser that ${name}`, () => {
    setStorages(descriptor);
    assert.equal(storedValue("localStorage", `not stored: ${name}`), null);
    setPace("brisk");
    assert.equal(pace(), "brisk");
    setNameOnDevice(0, "Anna");
    assert.equal(nameOnDevice(tableView, 0), "Anna");
    const cards = [{ card: "red sun", key: "3", since: 0 }];
    rememberCards({ tableView, view, placed: new Map([["hand", cards]]) });
    assert.deepEqual([...rememberedCards(tableView, view).values()], [cards]);
    setStorages(working());
    setPace("calm");
    assert.equal(pace(), "calm");
  });
}

test("erasure deletes the values of this application", () => {
  const texts = { "onirium.pace": "calm", "onirium.names": "{}", other: "kept" };
  const removeItem = (/** @type {keyof typeof texts} */ key) => delete texts[key];
  const value = Object.defineProperty(texts, "removeItem", { value: removeItem });
  setStorages({ value });
  eraseStored();
  assert.deepEqual(Object.keys(texts), ["other"]);
  setStorages({ get: throwError });
  eraseStored();
});

test("a site below a path of its host has values of its own", () => {
  const texts = { "onirium.pace": "calm", "onirium/stable/app.pace": "brisk" };
  const removeItem = (/** @type {keyof typeof texts} */ key) => delete texts[key];
  const getItem = (/** @type {keyof typeof texts} */ key) => texts[key];
  setStorages({ value: Object.defineProperties(texts, { removeItem: { value: removeItem }, getItem: { value: getItem } }) });
  const dataset = { base: "/stable/app" };
  Object.assign(globalThis, { document: { documentElement: { dataset } } });
  assert.equal(pace(), "brisk");
  eraseStored();
  Object.assign(globalThis, { document: undefined });
  assert.equal(pace(), "calm");
});

/** Returns a storage that stores. @returns {PropertyDescriptor} */
function working() {
  const texts = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => texts.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => texts.set(key, text),
  };
  return { value: storage };
}
