/** Which events of the games are animated. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withoutMotion } from "../../src/onirium/web/client/event_animator.js";
import { eventAnimations as nightmariumAnimations } from "../../src/onirium/web/client/nightmarium/event_animations.js";
import { eventAnimations } from "../../src/onirium/web/client/onirim/event_animations.js";

const dream = {
  seat: 0,
  step: "play",
  returns: [0],
  hand: ["red sun", "blue key"],
  row: [],
  doors: { red: 1, blue: 0, green: 0, brown: 0 },
  limbo: {},
  discard: { nightmare: 1 },
  drawn: "",
  deck: { size: 40 },
};
const widgets = /** @type {any} */ ({
  picture: (/** @type {string} */ name) => name,
  latestPicture: (/** @type {string} */ _zone, /** @type {string} */ card) => card,
  text: (/** @type {string} */ key) => key,
  words: { capitalize: (/** @type {string} */ text) => text },
});

/** @param {Record<string, any>} changes */
const animated = (changes, before = dream) =>
  eventAnimations(
    /** @type {any} */ (before),
    /** @type {any} */ ({ ...before, ...changes }),
    widgets,
  ).map(({ kind, picture }) => `${kind} ${picture}`);

test("nightmares and dreams appear, other cards only fly", () => {
  const deck = { size: 39 };
  assert.deepEqual(animated({ drawn: "nightmare", deck }), ["appear nightmare"]);
  assert.deepEqual(animated({ drawn: "happy dream", deck }), ["appear happy dream"]);
  assert.deepEqual(animated({ drawn: "red door", deck }), []);
  assert.deepEqual(animated({ hand: [...dream.hand, "red sun"], deck }), []);
});

test("a door is found in the deck, which is shuffled, or opened with a key", () => {
  const doors = { ...dream.doors, blue: 1 };
  const searching = { ...dream, step: "search" };
  assert.deepEqual(animated({ doors, deck: { size: 39 }, step: "draw" }, searching), [
    "find blue door",
    "shuffle ?",
  ]);
  const drawn = { ...dream, drawn: "blue door" };
  assert.deepEqual(animated({ doors, drawn: "", hand: ["red sun"] }, drawn), ["find blue door"]);
});

test("a revealed card stops in the middle on its way, the last one without the settled Nightmare", () => {
  const haunted = { ...dream, drawn: "nightmare" };
  const deck = { size: 39 };
  assert.deepEqual(animated({ discard: { nightmare: 1, "red sun": 1 }, deck }, haunted), [
    "reveal red sun",
  ]);
  assert.deepEqual(animated({ limbo: { nightmare: 1 }, deck }, haunted), ["reveal nightmare"]);
  assert.deepEqual(
    animated({ drawn: "", discard: { nightmare: 2, "red sun": 1 }, deck }, haunted),
    ["reveal red sun"],
  );
});

test("own cards that are discarded are not revealed", () => {
  const discard = { nightmare: 1, "red sun": 1 };
  assert.deepEqual(animated({ hand: ["blue key"], discard }), []);
});

test("limbo returns, and the deck is shuffled", () => {
  const before = { ...dream, limbo: { "red door": 1 } };
  assert.deepEqual(animated({ limbo: {} }, before), ["return ?", "shuffle ?"]);
});

test("Premonitions strike one after the other, once the door has been seen", () => {
  const waiting = { face_up: ["pair premonition", "five premonition", "red premonition"] };
  const before = { ...dream, step: "search", premonitions: waiting };
  const after = { ...before, premonitions: { face_up: ["red premonition"] } };
  const strikes = eventAnimations(/** @type {any} */ (before), /** @type {any} */ (after), widgets);
  assert.deepEqual(
    strikes.map(({ kind, text, delay }) => [kind, text, delay]),
    [
      ["announce", "premonition.pair", 1800],
      ["announce", "premonition.five", 3600],
    ],
  );
  assert.deepEqual(animated({ premonitions: after.premonitions }, { ...before, step: "dream" }), []);
  const doors = { ...dream.doors, blue: 1 };
  const all = eventAnimations(/** @type {any} */ (before), /** @type {any} */ ({ ...after, doors }), widgets);
  assert.deepEqual(all.map(({ kind }) => kind), ["find", "announce", "announce"]);
  assert.deepEqual(
    withoutMotion(all).map(({ kind, text, delay, isStill }) => [kind, text, delay, isStill]),
    [
      ["announce", "premonition.pair", 0, true],
      ["announce", "premonition.five", 1800, true],
    ],
    "with reduced motion they only fade, the first at once",
  );
});

const [legs, torso, head] = ["legs", "torso", "head"].map((part) => `insektoid ${part} singer`);
const unfinished = { number: "1.1", legs, torso, head: "" };
const stage = {
  players: [{ creatures: [unfinished] }, { creatures: [] }],
  revealed: [],
  deck: { size: 40 },
  creature: "",
  victim: -1,
};

/** @param {Record<string, any>} changes */
const played = (changes, before = stage) =>
  nightmariumAnimations(
    /** @type {any} */ (before),
    /** @type {any} */ ({ ...before, ...changes }),
    widgets,
  ).map(({ kind, picture, text }) => [kind, text ?? picture].join(" ").trim());

test("a completed creature glows, and its legion's terror is announced once", () => {
  const players = [{ creatures: [{ ...unfinished, head }] }, { creatures: [] }];
  const terrible = { players, creature: "1.1", victim: 1 };
  assert.deepEqual(played(terrible), ["glow", "announce page.nightmarium.terror.insektoid"]);
  assert.deepEqual(played({ victim: 0 }, { ...stage, ...terrible }), []);
});

test("a Singer's first card is shown, a new deck shuffled", () => {
  assert.deepEqual(played({ revealed: [torso], deck: { size: 39 } }), [`reveal ${torso}`]);
  assert.deepEqual(played({ deck: { size: 60 } }, { ...stage, deck: { size: 0 } }), ["shuffle ?"]);
});
