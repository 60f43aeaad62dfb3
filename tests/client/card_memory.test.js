/** The keys of cards are remembered beyond a reload. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { assignKeys, latestCard } from "../../src/onirium/web/client/card_identity.js";
import { rememberCards, rememberedCards } from "../../src/onirium/web/client/card_memory.js";

/** @type {Record<string, string>} */
const stored = {};
globalThis.sessionStorage = /** @type {any} */ ({
  getItem: (/** @type {string} */ key) => stored[key] ?? null,
  setItem: (/** @type {string} */ key, /** @type {string} */ value) => (stored[key] = value),
});

const tableView = /** @type {any} */ ({ table_id: "t" });
const view = /** @type {any} */ ({ seat: 0 });

/** @type {[string, string[]][]} */
const dealt = [["hand", ["sun", "sun"]], ["discard", ["key"]]];
/** @type {[string, string[]][]} */
const discarded = [["hand", ["sun"]], ["discard", ["sun", "key"]]];
/** @type {[string, string[]][]} */
const drawn = [["hand", ["sun", "moon"]], ["discard", ["sun", "key"]]];

test("after a reload cards keep their keys, and a pile its top", () => {
  const placed = assignKeys(assignKeys(new Map(), dealt, 0), discarded, 1, "sun~0");
  rememberCards({ tableView, view, placed });
  const reloaded = assignKeys(rememberedCards(tableView, view), discarded, 0);
  assert.equal(reloaded.get("hand")?.[0].key, "sun~1");
  assert.equal(latestCard(reloaded, "discard")?.key, "sun~0");
  const next = assignKeys(reloaded, drawn, 1);
  assert.deepEqual(next.get("hand")?.map(({ key, since }) => [key, since > 0]), [
    ["sun~1", false],
    ["moon~0", true],
  ]);
});

test("another seat or table remembers nothing of it", () => {
  assert.equal(rememberedCards(tableView, /** @type {any} */ ({ seat: 1 })).size, 0);
  assert.equal(rememberedCards(/** @type {any} */ ({ table_id: "u" }), view).size, 0);
});
