/** Contents and predictions of the page of Nightmarium, computed from a view. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { Words } from "../../src/onirium/web/client/i18n.js";
import { backSeats, frontSeat, nextNumber, others } from "../../src/onirium/web/client/nightmarium/seats.js";
import {
  gatherNote,
  odds,
  open,
  predict,
  promptFor,
  zones,
} from "../../src/onirium/web/client/nightmarium/views.js";

const creature = { number: "2.1", legs: "necronaut legs", torso: "chimerid torso", head: "" };

/** @param {Record<string, unknown>} [changes] */
function viewOf(changes) {
  const nobody = { size: 0, known: [], hidden: [0], complete: 0, creatures: [] };
  return /** @type {any} */ ({
    seat: 0,
    goal: 5,
    hand: ["insektoid head", "insektoid head"],
    players: [
      { ...nobody, size: 2 },
      { ...nobody, size: 3, known: ["chimerid head"], creatures: [creature] },
      nobody,
    ],
    discard: { "chimerid legs": 2 },
    revealed: [],
    deck: { size: 1, unseen: [{ "necronaut torso": 3 }] },
    ...changes,
  });
}

test("unseen cards are question marks, and creatures are listed bottom up", () => {
  assert.deepEqual(Object.fromEntries(zones(viewOf())), {
    "hand 2": ["chimerid head", "?", "?"],
    "creature 2.1": ["necronaut legs", "chimerid torso"],
    "hand 3": [],
    deck: ["?"],
    discard: ["chimerid legs", "chimerid legs"],
    revealed: [],
    hand: ["insektoid head", "insektoid head"],
  });
});

test("the other seats follow in turn order", () => {
  assert.deepEqual(others(viewOf({ seat: 1 })), [2, 0]);
});

test("a spectator sees all seats from the first on, the player on turn in front", () => {
  const view = viewOf({ seat: 7, mover: 1 });
  assert.deepEqual(others(view), [0, 1, 2]);
  assert.equal(frontSeat(view), 1);
  assert.deepEqual(backSeats(view), [0, 2]);
});

test("whose turn it is changes nothing for a player, whose own troupe stands in front", () => {
  const view = viewOf({ seat: 1, mover: 0 });
  assert.equal(frontSeat(view), 1);
  assert.deepEqual(backSeats(view), [2, 0]);
});

test("a new creature takes the first free position", () => {
  assert.equal(nextNumber(viewOf(), 1), "2.2");
  assert.equal(nextNumber(viewOf(), 0), "1.1");
});

test("without a free position no creature can begin", () => {
  assert.equal(nextNumber(viewOf({ goal: 1 }), 1), "");
});

test("odds are sorted and add up to one", () => {
  const unseen = [{ "necronaut torso": 1, "chimerid head": 3 }, { "insektoid legs": 5 }];
  assert.deepEqual(odds(viewOf({ deck: { size: 2, unseen } })), [
    { card: "chimerid head", count: 3, probability: 3 / 4 },
    { card: "necronaut torso", count: 1, probability: 1 / 4 },
  ]);
});

test("an empty deck is refilled from the discard pile", () => {
  const deck = { size: 0, unseen: [{}] };
  assert.deepEqual(odds(viewOf({ deck })), [{ card: "chimerid legs", count: 2, probability: 1 }]);
});

test("with open hands the deck holds the remaining cards", () => {
  const unseen = [{ "necronaut torso": 2, "chimerid legs weeper": 1 }, { "insektoid legs": 1 }];
  const first = viewOf({ deck: { size: 2, unseen } });
  const hand = ["chimerid head", "insektoid legs", "necronaut torso"];
  const opened = open([first, viewOf({ seat: 1, hand }), viewOf({ seat: 2, hand: [] })]);
  assert.deepEqual(opened.deck.unseen, [{ "necronaut torso": 1, "chimerid legs weeper": 1 }]);
  assert.deepEqual(Object.fromEntries(zones(opened))["hand 2"], hand);
  assert.deepEqual(Object.fromEntries(zones(opened))["hand 1"], first.hand);
});

test("a placed card is predicted on its creature", () => {
  const begun = { number: "1.2", legs: "chimerid legs", torso: "", head: "" };
  const own = { size: 2, known: [], hidden: [0], complete: 0, creatures: [begun] };
  const view = viewOf({ players: [own] });
  const legalAction = { kind: "place", card: "insektoid head", zone: "hand" };
  /** @param {string} target */
  const after = (target) => predict(view, /** @type {any} */ ({ ...legalAction, target }));
  const grown = after("creature 1.2");
  assert.deepEqual(grown?.hand, ["insektoid head"]);
  assert.equal(grown?.players[0].size, 1);
  assert.deepEqual(grown?.players[0].creatures, [{ ...begun, torso: "insektoid head" }]);
  assert.deepEqual(
    after("creature 1.1")?.players[0].creatures.map(({ number }) => number),
    ["1.1", "1.2"],
  );
  assert.deepEqual(view.players[0], own);
});

test("a discarded card is predicted on the pile", () => {
  /** @param {string} card */
  const discarded = (card) =>
    predict(viewOf({ hand: [card] }), /** @type {any} */ ({ kind: "discard", card, zone: "hand" }));
  assert.deepEqual(discarded("chimerid legs")?.discard, { "chimerid legs": 3 });
  const mixed = { "chimerid legs": 2, "insektoid head": 1 };
  assert.deepEqual(discarded("insektoid head")?.discard, mixed);
  assert.deepEqual(discarded("insektoid head")?.hand, []);
});

test("a draw is not predicted", () => {
  const draw = { kind: "draw", card: "", zone: "", target: "deck" };
  assert.equal(predict(viewOf(), /** @type {any} */ (draw)), null);
});

test("an exchange draws one card for every two", () => {
  const forms = ["draw {number} card", "draw {number} cards"];
  const one = { "page.nightmarium.exchange.one": "a card is drawn for every two" };
  const words = new Words({ ...one, "page.nightmarium.exchange.draws": forms }, "en");
  const notes = (/** @type {number} */ exchanged) =>
    [1, 2, 5].map((number) => gatherNote(number, words, viewOf({ exchanged })));
  assert.deepEqual(notes(0), ["a card is drawn for every two", "draw 1 card", "draw 2 cards"]);
  // The card discarded before counts too.
  assert.deepEqual(notes(1), ["draw 1 card", "draw 1 card", "draw 3 cards"]);
});

/**
 * Returns why a card has no place.
 *
 * @param {Partial<import("../../src/onirium/web/client/nightmarium/types.js").Creature>[]} creatures
 * @param {string} card
 */
function reasonOf(creatures, card, legion = "", zone = "hand", isLegal = true) {
  const [legs, part] = ["page.nightmarium.no_place.legs", "page.nightmarium.no_place.part"];
  const words = new Words({ [legs]: "no place", [part]: "no creature" }, "en");
  const view = viewOf({ legion, players: [{ creatures }] });
  return promptFor(view, /** @type {any} */ ({ zone, card }), words, isLegal);
}

test("a card that can only be exchanged has a reason, unless its legion is one", () => {
  const complete = { ...creature, head: "chimerid head" };
  const reason = (/** @type {string} */ card, .../** @type {any[]} */ more) =>
    reasonOf(Array(5).fill(complete), card, ...more);
  assert.equal(reason("chimerid legs"), "no place");
  assert.equal(reason("chimerid torso/legs singer"), "no place");
  assert.equal(reason("chimerid head/torso singer"), "no creature");
  assert.equal(reason("chimerid head", "chimerid"), "no creature");
  assert.equal(reason("chimerid head", "necronaut"), "");
  assert.equal(reason("chimerid head", "", "hand", false), "");
  assert.equal(reason("chimerid head", "", "revealed"), "");
});

test("a card that has a place has no such reason during an exchange or a lesson", () => {
  const begun = { legs: "necronaut legs", torso: "", head: "" };
  assert.equal(reasonOf([creature], "insektoid head"), "");
  assert.equal(reasonOf([creature], "insektoid legs"), "");
  assert.equal(reasonOf([begun], "chimerid torso/legs singer"), "");
  assert.equal(reasonOf([begun], "insektoid head"), "no creature");
  assert.equal(reasonOf([creature], "insektoid torso"), "no creature");
  assert.equal(reasonOf(Array(5).fill(begun), "insektoid legs"), "no place");
});
