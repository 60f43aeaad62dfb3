/** The page works in a browser that denies its storage, or has none left. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { rememberCards, rememberedCards } from "../../src/onirium/web/client/card_memory.js";
import { nameOnDevice, setNameOnDevice } from "../../src/onirium/web/client/device_names.js";
import { pace, setPace } from "../../src/onirium/web/client/pace.js";
import { storedValue, storeValue } from "../../src/onirium/web/client/stored_values.js";

const tableView = /** @type {any} */ ({
  table_id: "t",
  own_seats: [0, 1],
  is_host: true,
  seats: [{ is_open: false }, { is_open: true }],
});
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
  test(`a browser that ${name} keeps nothing, and nothing fails`, () => {
    setStorages(descriptor);
    setPace("brisk");
    assert.equal(pace(), "steady");
    setNameOnDevice(0, "Anna");
    assert.equal(nameOnDevice(tableView, 0), "");
    rememberCards({ tableView, view, placed: new Map([["hand", []]]) });
    assert.equal(rememberedCards(tableView, view).size, 0);
    storeValue("localStorage", "key", [1]);
    assert.equal(storedValue("localStorage", "key"), null);
  });
}

test("a table invites a friend once, and never where the browser cannot remember it", async () => {
  /** @type {unknown[]} */
  const sent = [];
  // lit-html asks the document for a walker when it is imported.
  Object.assign(globalThis, { document: { createTreeWalker: () => ({}) } });
  const { inviteFriend } = await import("../../src/onirium/web/client/first_invitation.js");
  const invite = () => inviteFriend(tableView, (command) => sent.push(command));
  setStorages({ get: throwError });
  invite();
  assert.deepEqual(sent, []);
  const texts = new Map();
  const storage = {
    getItem: (/** @type {string} */ key) => texts.get(key) ?? null,
    setItem: (/** @type {string} */ key, /** @type {string} */ text) => texts.set(key, text),
  };
  setStorages({ value: storage });
  invite();
  invite();
  assert.deepEqual(sent, [{ type: "create_invitation", seat: 1 }]);
});
