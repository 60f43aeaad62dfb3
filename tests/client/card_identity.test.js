/** A card keeps its key wherever it goes. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  assignKeys,
  copyIndex,
  gainedCards,
  latestCard,
  placementsOf,
} from "../../src/onirium/web/client/card_identity.js";

/**
 * Follows views one after the other; returns the keys by zone in the last one.
 *
 * @param {Record<string, string[]>[]} views
 */
function followed(...views) {
  const placed = views.reduce(
    (before, view, number) => assignKeys(before, Object.entries(view), number),
    new Map(),
  );
  return Object.fromEntries(
    [...placed].map(([zone, cards]) => [zone, cards.map(({ key }) => key)]),
  );
}

test("cards of one name have different keys", () => {
  assert.deepEqual(followed({ hand: ["sun", "sun", "moon"] }), {
    hand: ["sun~0", "sun~1", "moon~0"],
  });
});

test("a played card keeps its key", () => {
  const hand = { hand: ["key", "sun", "sun"], row: [] };
  const played = { hand: ["key", "sun"], row: ["sun"] };
  assert.deepEqual(followed(hand, played), { hand: ["key~0", "sun~0"], row: ["sun~1"] });
});

test("a drawn card gets a new key", () => {
  const before = { hand: ["sun", "sun"], row: [] };
  const played = { hand: ["sun"], row: ["sun"] };
  const drawn = { hand: ["moon", "sun", "sun"], row: ["sun"] };
  assert.deepEqual(followed(before, played, drawn), {
    hand: ["moon~0", "sun~0", "sun~2"],
    row: ["sun~1"],
  });
});

test("a hidden card keeps its key when it is turned up", () => {
  const hidden = { partner: ["?", "?"], row: [] };
  assert.deepEqual(followed(hidden, { partner: ["?"], row: ["sun"] }), {
    partner: ["?~0"],
    row: ["?~1"],
  });
  assert.deepEqual(followed(hidden, { partner: ["sun", "?"], row: [] }), {
    partner: ["?~1", "?~0"],
    row: [],
  });
});

test("a card that stays is not mistaken for one that arrives", () => {
  const before = { discard: ["sun"], hand: ["sun"] };
  const after = { discard: ["sun", "sun"], hand: [] };
  assert.deepEqual(followed(before, after), { discard: ["sun~0", "sun~1"], hand: [] });
});

test("a card that takes the place of another gets a new key", () => {
  assert.deepEqual(followed({ row: ["sun"] }, { row: ["moon"] }), { row: ["moon~0"] });
});

test("of equal cards the lifted one leaves", () => {
  const held = assignKeys(new Map(), [["hand", ["sun", "sun"]]], 0);
  const played = assignKeys(held, [["row", ["sun"]], ["hand", ["sun"]]], 1, "sun~0");
  assert.equal(played.get("row")?.[0].key, "sun~0");
  assert.equal(played.get("hand")?.[0].key, "sun~1");
});

test("a jump to a step gives the keys of the way there, and a step back those of before", () => {
  /** @type {[string, string[]][][]} */
  const steps = [
    [["hand", ["sun", "sun"]], ["row", []]],
    [["hand", ["sun"]], ["row", ["sun"]]],
    [["hand", ["sun", "sun"]], ["row", ["sun"]]],
  ];
  const walked = placementsOf((step) => steps[step]);
  const [first, second, third] = [0, 1, 2].map(walked);
  assert.equal(third.get("row")?.[0].key, "sun~1");
  assert.deepEqual(placementsOf((step) => steps[step])(2), third);
  assert.equal(walked(1), second);
  assert.equal(walked(0), first);
});

test("the key contains the copy number", () => {
  assert.equal(copyIndex("red tower 3~2"), 2);
  assert.equal(copyIndex("?~0"), 0);
});

test("the latest card of a pile is the last to arrive", () => {
  let placed = assignKeys(new Map(), [["discard", ["moon", "sun"]]], 0);
  placed = assignKeys(placed, [["discard", ["moon", "key", "sun"]]], 1);
  assert.equal(latestCard(placed, "discard")?.card, "key");
  assert.equal(latestCard(placed, "nowhere"), undefined);
});

test("a list gains the copies that it did not have", () => {
  assert.deepEqual(gainedCards(["sun", "moon"], ["sun", "moon"]), []);
  assert.deepEqual(gainedCards(["sun", "moon"], ["moon", "key", "sun", "sun"]), ["key", "sun"]);
});
