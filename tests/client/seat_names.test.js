/** Names of the players in the narration. */

import assert from "node:assert/strict";
import test from "node:test";

import { Words } from "../../src/onirium/web/client/i18n.js";
import { lastTurnEnd, nameOwners, nameSpeaker } from "../../src/onirium/web/client/seat_names.js";

const MESSAGES = {
  player: "Player {number}",
  "page.table.owned": "{number} of {player}",
  "page.bot_name.2": "Otto",
  "page.bot_name.3": "Edda",
};

/**
 * @param {string} sentence
 * @param {[name: string, occupant: string][]} occupants
 */
function named(sentence, ...occupants) {
  const seats = occupants.map(([name, occupant]) => ({ name, occupant }));
  return nameSpeaker({ tableView: { seats }, words: new Words(MESSAGES, "en") }, sentence);
}

test("a sentence names its player", () => {
  const [ann, bot] = /** @type {[string, string][]} */ ([["Ann", "human"], ["", "greedy"]]);
  assert.equal(named("Player 1 · Drawn: 2 cards", ann, bot), "Ann · Drawn: 2 cards");
  assert.equal(named("Player 1 draws 2 cards.", ann, bot), "Ann draws 2 cards.");
  assert.equal(named("Player 2 · Drawn: 2 cards", ann, bot), "Otto · Drawn: 2 cards");
});

test("people without a name keep their number, and bots of one strength have different names", () => {
  const [human, bot] = /** @type {[string, string][]} */ ([["", "human"], ["", "greedy"]]);
  assert.equal(named("Player 1 · Drawn: 2 cards", human, bot, bot), "Player 1 · Drawn: 2 cards");
  assert.equal(named("Player 3 · Drawn: 2 cards", human, bot, bot), "Edda · Drawn: 2 cards");
});

test("a name in letters from right to left is isolated from the numbers beside it", () => {
  /** @type {[string, string]} */
  const person = ["אבי", "human"];
  assert.equal(named("Player 1: 2 cards", person), "\u2068אבי\u2069: 2 cards");
  assert.equal(named("Player 2: 2 cards", person, person), "\u2068אבי 2\u2069: 2 cards");
});

test("a sentence without a player stays", () => {
  assert.equal(named("Drawn: 2 cards", ["Ann", "human"]), "Drawn: 2 cards");
});

test("people at one device have the names given there", () => {
  const stored = { 0: "Ann", 1: "Ben" };
  const storage = { getItem: () => JSON.stringify(stored) };
  Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
  const seats = ["Ann", "Ann", ""].map((name) => ({ name, occupant: "human" }));
  const words = new Words(MESSAGES, "en");
  const shared = { tableView: { seats, own_seats: [0, 1] }, words };
  assert.equal(nameSpeaker(shared, "Player 2 draws 2 cards."), "Ben draws 2 cards.");
  assert.equal(nameSpeaker(shared, "Player 3 draws 2 cards."), "Player 3 draws 2 cards.");
  const alone = { tableView: { seats, own_seats: [1] }, words };
  assert.equal(nameSpeaker(alone, "Player 2 draws 2 cards."), "Ann 2 draws 2 cards.");
});

test("a creature is named by its owner, or by its number alone if it is the speaker's", () => {
  const [ann, bot] = /** @type {[string, string][]} */ ([["Ann", "human"], ["", "greedy"]]);
  assert.equal(
    named("Player 1 gives creature 1.2 a torso: Chimerid torso.", ann, bot),
    "Ann gives creature 2 a torso: Chimerid torso.",
  );
  assert.equal(
    named("Player 1 carries off creature 2.1: Chimerid legs.", ann, bot),
    "Ann carries off creature 1 of Otto: Chimerid legs.",
  );
  const words = new Words(MESSAGES, "en");
  /** @param {string} text */
  const owned = (text) => nameOwners(text, 0, (seat) => ["Ann", "Otto"][seat], words);
  assert.equal(owned("Discard creature 2.1"), "Discard creature 1 of Otto");
  assert.equal(owned("completes creature 1.1"), "completes creature 1");
});

const SHUFFLE = "The deck is shuffled.";

/**
 * Returns the end of the last turn of the first player in a narration of three.
 *
 * @param {(number | string)[]} narration a sentence, or the number of the player whom one names
 */
function endOf(...narration) {
  const seats = [1, 2, 3].map(() => ({ name: "", occupant: "human" }));
  const sentences = narration.map((one) => (typeof one === "number" ? `Player ${one} draws.` : one));
  return lastTurnEnd({ tableView: { seats }, words: new Words(MESSAGES, "en") }, sentences, 0);
}

test("the last turn ends where the others go on", () => {
  assert.equal(endOf(2, 1, 1, 2, 3), 3);
  assert.equal(endOf(1, SHUFFLE, 2), 1);
});

test("what the viewer does after the others belongs to the present turn", () => {
  assert.equal(endOf(1, 2, 3, 1, 1), 1);
  assert.equal(endOf(1, 2, 3, 1, SHUFFLE), 1);
});

test("no turn has ended while nobody else has acted, or before the first one", () => {
  assert.equal(endOf(), -1);
  assert.equal(endOf(1, 1, SHUFFLE), -1);
  assert.equal(endOf(2, 3), -1);
  assert.equal(endOf(2, 3, 1), -1);
});
