/** What the page of Onirim foresees. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { guess } from "../../src/onirium/web/client/onirim/views.js";

const view = /** @type {any} */ ({
  hand: ["red sun", "blue key", "red sun"],
  shared: ["blue key"],
  row: ["green moon"],
  discard: { nightmare: 1, "blue key": 1 },
});

/** @param {Record<string, string>} choice */
const after = (choice) => guess(view, /** @type {any} */ (choice));

test("a room that is played lies at the end of the row, and once less in the hand", () => {
  const played = after({ kind: "play", card: "red sun", zone: "hand" });
  assert.deepEqual(played?.row, ["green moon", "red sun"]);
  assert.deepEqual(played?.hand, ["red sun", "blue key"]);
});

test("a card that is discarded leaves the reserve it lay in", () => {
  const discarded = after({ kind: "discard", card: "blue key", zone: "shared" });
  assert.deepEqual(discarded?.shared, []);
  assert.deepEqual(discarded?.hand, view.hand);
  assert.deepEqual(discarded?.discard, { nightmare: 1, "blue key": 2 });
});

test("nothing is foreseen of cards that lie elsewhere", () => {
  assert.equal(after({ kind: "prophecy discard", card: "red sun", zone: "looked" }), null);
});
