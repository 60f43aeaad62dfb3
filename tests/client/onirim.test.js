/** Predictions and signs of the page of Onirim, computed from a view. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Words } from "../../src/onirium/web/client/i18n.js";
import { outcome } from "../../src/onirium/web/client/onirim/outcome.js";
import { routine, routineLabel } from "../../src/onirium/web/client/onirim/routine.js";
import {
  nextDoor,
  odds,
  open,
  pairOf,
  predict,
  setsOf,
} from "../../src/onirium/web/client/onirim/views.js";

const view = /** @type {any} */ ({
  hand: ["red sun", "blue key", "red sun"],
  shared: ["blue key"],
  row: ["green moon"],
  discard: { nightmare: 1, "blue key": 1 },
});

/** @param {Record<string, string>} legalAction */
const after = (legalAction) => predict(view, /** @type {any} */ (legalAction));

test("a played room moves from the hand to the end of the row", () => {
  const played = after({ kind: "play", card: "red sun", zone: "hand" });
  assert.deepEqual(played?.row, ["green moon", "red sun"]);
  assert.deepEqual(played?.hand, ["red sun", "blue key"]);
});

test("a discarded card leaves its reserve", () => {
  const discarded = after({ kind: "discard", card: "blue key", zone: "shared" });
  assert.deepEqual(discarded?.shared, []);
  assert.deepEqual(discarded?.hand, view.hand);
  assert.deepEqual(discarded?.discard, { nightmare: 1, "blue key": 2 });
});

test("cards of other zones are not predicted", () => {
  assert.equal(after({ kind: "prophecy discard", card: "red sun", zone: "peeked" }), null);
});

/** @param {{ top?: string[], bottom?: string[] }} places */
const oddsOf = ({ top = [], bottom = [] }) => {
  const cards = { nightmare: 2, "red door": 1, "red sun": 3 };
  return odds(/** @type {any} */ ({ deck: { cards, top, bottom } }));
};

test("O12 the odds leave out the cards that are known to lie elsewhere in the deck", () => {
  const placed = oddsOf({ top: ["?", "nightmare"], bottom: ["red door", "?"] });
  assert.deepEqual(placed, [
    { card: "red sun", count: 3, probability: 3 / 4 },
    { card: "nightmare", count: 1, probability: 1 / 4 },
  ]);
  assert.deepEqual(
    oddsOf({}).map(({ probability }) => probability),
    [3 / 6, 2 / 6, 1 / 6],
  );
});

test("O12 a known top card is certain", () => {
  const certain = [{ card: "nightmare", count: 1, probability: 1 }];
  assert.deepEqual(oddsOf({ top: ["nightmare", "red sun"] }), certain);
});

test("with open hands the deck shows what either player has seen", () => {
  /** @param {string} card @param {string[]} top @param {string[]} peeked */
  const seen = (card, top, peeked) => {
    const partner = { hand: ["?"], row: ["red sun"] };
    return /** @type {any} */ ({ hand: [card], deck: { top, bottom: [] }, peeked, ordered: [], partner });
  };
  const first = seen("blue key", ["?", "red door"], ["?", "?"]);
  const opened = open([first, seen("red key", ["nightmare", "?"], ["red moon", "?"])]);
  assert.deepEqual(opened.deck.top, ["nightmare", "red door"]);
  assert.deepEqual(opened.peeked, ["red moon", "?"]);
  assert.deepEqual(opened.hand, ["blue key"]);
  assert.deepEqual(opened.partner, { hand: ["red key"], row: ["red sun"] });
  assert.equal(open([first]), first);
});

test("the lifted third room lights its door, unless the door would not open", () => {
  const widgets = /** @type {any} */ ({
    selection: { lifted: { zone: "hand", card: "blue sun" } },
    actionsOfCard: () => [{ kind: "play" }],
  });
  const cards = { "blue door": 1 };
  const room = { row: ["blue sun", "blue moon"], set_length: 2, deck: { cards } };
  const lit = (/** @type {object} */ changes) =>
    nextDoor(/** @type {any} */ ({ ...room, ...changes }), widgets);
  assert.equal(lit({}), "blue");
  assert.equal(lit({ set_length: 1 }), "");
  // O3.3 The deck holds no such door; O8.2 another door is sought first.
  assert.equal(lit({ deck: { cards: {} } }), "");
  assert.equal(lit({ book: { next: "red" } }), "");
  assert.equal(lit({ book: { next: "blue" } }), "blue");
});

test("drawing is routine where only spells could be cast instead", () => {
  /** @param {string[]} kinds */
  const taken = (...kinds) =>
    routine(kinds.map((kind, action) => /** @type {any} */ ({ action, kind })));
  assert.deepEqual(taken("cast paradoxical prophecy", "cast parallel planning", "draw"), [2]);
  assert.deepEqual(taken("cast parallel planning", "play", "draw"), []);
  assert.deepEqual(taken("cast powerful punishment", "key", "reveal", "hand"), []);
  assert.deepEqual(taken("play"), []);
  assert.deepEqual(taken(), []);
});

test("only games with the Book have a switch for questions about spells", () => {
  const words = /** @type {any} */ ({ text: (/** @type {string} */ key) => key });
  assert.equal(routineLabel({ expansions: ["towers"] }, words), "");
  assert.equal(routineLabel({}, words), "");
  const label = routineLabel({ expansions: ["towers", "book"] }, words);
  assert.equal(label, "page.table.onirim.spells");
});

test("two goals are swapped by touching them in either order", () => {
  // The swaps of three goals, in the order of the legal actions: 1 2, 1 3, 2 3.
  const pairs = [
    [0, 1],
    [0, 2],
    [1, 2],
  ];
  assert.deepEqual(
    pairs.map(([one, other]) => pairOf(one, other, 3)),
    [0, 1, 2],
  );
  assert.deepEqual(
    pairs.map(([one, other]) => pairOf(other, one, 3)),
    [0, 1, 2],
  );
  // The last of the 28 swaps of eight goals.
  assert.equal(pairOf(7, 6, 8), 27);
});

test("a row is shown by sets: a fourth room of a colour begins a new one", () => {
  const row = ["red sun", "red moon", "red key", "red sun", "blue moon", "blue key"];
  assert.deepEqual(setsOf(row), [
    ["red sun", "red moon", "red key"],
    ["red sun"],
    ["blue moon", "blue key"],
  ]);
  assert.deepEqual(setsOf([]), []);
});

const texts = {
  "page.ending.onirim.shut": ["{number} door shut", "{number} doors shut"],
  "page.ending.onirim.towers": "towers unfinished",
};

/**
 * Returns why a dream is lost.
 *
 * @param {object} view
 * @param {string} [mode]
 */
function lossOf(view, mode) {
  const model = { words: new Words(texts, "en"), tableView: { options: { mode } } };
  const ended = { deck: { size: 0 }, returns: [0, 0], ...view };
  return outcome(/** @type {any} */ (ended), /** @type {any} */ (model));
}

/** @param {number[]} counts of red, blue, green and brown doors */
const found = ([red, blue, green, brown]) => ({ doors: { red, blue, green, brown } });

test("a lost dream states the doors that stay shut", () => {
  assert.equal(lossOf(found([2, 2, 1, 2])), "1 door shut");
  assert.equal(lossOf({ ...found([0, 0, 0, 0]), towers: { complete: false } }), "8 doors shut");
  assert.equal(lossOf({ ...found([0, 0, 0, 0]), deck: { size: 1 } }), "");
  // A reduced box of two doors.
  assert.equal(lossOf({ ...found([1, 0, 0, 0]), doors_to_find: { red: 2 } }), "1 door shut");
});

test("O9.2 with all doors found, the tower row is what is missing", () => {
  assert.equal(lossOf({ ...found([2, 2, 2, 2]), towers: { complete: false } }), "towers unfinished");
  const partner = found([1, 1, 1, 1]);
  const both = { ...found([1, 1, 1, 1]), partner, towers: { complete: false } };
  assert.equal(lossOf(both), "towers unfinished");
});

test("O7.6 two players lack a door of each colour, of which a second one replaces none", () => {
  const both = { ...found([2, 1, 0, 1]), partner: found([0, 1, 1, 1]) };
  assert.equal(lossOf(both, "together"), "2 doors shut");
  assert.equal(lossOf(both, "race"), "1 door shut");
});
