/** A game moves to a server only with its record. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { moveTable } from "../../src/onirium/web/client/move_table.js";

/** The tab that opens. @type {any} */
let tab;

/** @param {() => Promise<object>} fetch */
function setGlobals(fetch) {
  const dataset = { server: "https://play.example.org" };
  Object.assign(globalThis, { open: () => tab, fetch, document: { documentElement: { dataset } } });
}

beforeEach(() => {
  tab = { location: {}, isClosed: false, close: () => (tab.isClosed = true) };
});

test("a record opens the server in a new tab", async () => {
  setGlobals(async () => ({ ok: true, text: async () => '{"a": 1}' }));
  assert.equal(await moveTable("id"), true);
  assert.equal(tab.location.href, "https://play.example.org/history#record=%7B%22a%22%3A%201%7D");
  assert.equal(tab.opener, null);
});

for (const [problem, fetch] of /** @type {[string, () => Promise<object>][]} */ ([
  ["an error page", async () => ({ ok: false, text: async () => "<!doctype html>" })],
  ["a broken connection", () => Promise.reject(new TypeError("no network"))],
])) {
  test(`${problem} is not moved, and closes the tab`, async () => {
    setGlobals(fetch);
    assert.equal(await moveTable("id"), false);
    assert.ok(tab.isClosed);
    assert.deepEqual(tab.location, {});
  });
}
