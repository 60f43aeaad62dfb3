/** Which events of the games are heard, and how long they are seen. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cues as nightmariumCues } from "../../src/onirium/web/client/nightmarium/cues.js";
import { cues as onirimCues } from "../../src/onirium/web/client/onirim/cues.js";
import { frameTime } from "../../src/onirium/web/client/pace.js";

const dream = {
  hand: ["red sun", "blue key"],
  row: ["red moon", "red key"],
  set_length: 2,
  doors: { red: 1, blue: 0, green: 0, brown: 0 },
  limbo: {},
  discard: { nightmare: 1 },
  peeked: [],
  drawn: "",
};

/** @param {Record<string, any>} changes */
const heard = (changes, before = dream) =>
  onirimCues(/** @type {any} */ (before), /** @type {any} */ ({ ...before, ...changes })).map(
    ({ name, step }) => (step ? `${name} ${step}` : name),
  );

test("a room sounds as its place in the set, a door as its number", () => {
  assert.deepEqual(heard({ row: [...dream.row, "red sun"], set_length: 0 }), ["play 3"]);
  assert.deepEqual(heard({ row: [...dream.row, "blue sun"], set_length: 1 }), ["play 1"]);
  assert.deepEqual(heard({ doors: { ...dream.doors, blue: 2 } }), ["door 3"]);
});

test("a lost door closes", () => {
  const doors = { ...dream.doors, red: 0 };
  assert.deepEqual(heard({ doors, limbo: { "red door": 1 } }), ["close", "limbo"]);
});

test("dangers and dreams differ from other draws", () => {
  assert.deepEqual(heard({ drawn: "nightmare" }), ["nightmare"]);
  assert.deepEqual(heard({ drawn: "happy dream" }), ["dream"]);
  assert.deepEqual(heard({ drawn: "red door" }), ["draw"]);
  assert.deepEqual(heard({ hand: [...dream.hand, "red key"] }), ["draw"]);
});

test("limbo shuffled back", () => {
  assert.deepEqual(heard({ limbo: {} }, { ...dream, limbo: { nightmare: 2 } }), ["shuffle"]);
});

test("a Premonition that strikes is heard, one that is dispelled is not", () => {
  const waiting = { face_up: ["pair premonition", "five premonition"], face_down: 4, striking: "" };
  const before = { ...dream, step: "search", premonitions: waiting };
  const premonitions = { ...waiting, face_up: ["five premonition"] };
  assert.deepEqual(heard({ premonitions }, before), ["gong"]);
  assert.deepEqual(heard({ premonitions }, { ...before, step: "dream" }), []);
});

const expanded = { ...dream, towers: { row: ["red tower 3"] }, book: { found: ["red"] } };

test("a tower that is placed and a goal that is reached are heard", () => {
  const towers = { row: ["red tower 3", "blue tower 4"] };
  assert.deepEqual(heard({ towers }, expanded), ["tower"]);
  assert.deepEqual(heard({ book: { found: ["red", "blue"] } }, expanded), ["goal"]);
});

test("a view that stays the same is silent", () => {
  assert.deepEqual(heard({}), []);
  assert.deepEqual(heard({}, expanded), []);
});

const creature = { number: "1.1", legs: "insektoid legs", torso: "", head: "" };
const stage = {
  players: [
    { size: 3, creatures: [creature] },
    { size: 4, creatures: [] },
  ],
  discard: {},
  deck: { size: 40 },
  victim: -1,
  creature: "",
  abilities: [],
};

/** @param {Record<string, any>} changes */
const cuesAfter = (changes, before = stage) =>
  nightmariumCues(/** @type {any} */ (before), /** @type {any} */ ({ ...before, ...changes })).map(
    ({ name, step }) => (step ? `${name} ${step}` : name),
  );

/** @param {Record<string, string>} parts */
const grown = (parts) => ({
  players: [{ size: 2, creatures: [{ ...creature, ...parts }] }, stage.players[1]],
});

test("a part sounds as its legion, a head as a whole creature", () => {
  assert.deepEqual(cuesAfter(grown({ torso: "homunculus torso weeper" })), ["part 2"]);
  const whole = { torso: "homunculus torso weeper", head: "chimerid head" };
  assert.deepEqual(cuesAfter(grown(whole)), ["creature"]);
});

test("abilities sound one after the other, terror before them", () => {
  const parts = { torso: "insektoid torso weeper", head: "insektoid head singer" };
  const complete = { ...stage, ...grown(parts), creature: "1.1" };
  const terror = { ...complete, abilities: ["singer", "weeper"], victim: 1 };
  assert.deepEqual(cuesAfter({ victim: 1 }, { ...terror, victim: -1 }), ["terror"]);
  assert.deepEqual(cuesAfter({ victim: -1, abilities: ["weeper"] }, terror), ["singer"]);
  assert.deepEqual(cuesAfter({ abilities: [] }, { ...complete, abilities: ["weeper"] }), ["weeper"]);
});

test("a part that a player loses is heard as a discarded card", () => {
  const lost = { players: [{ size: 3, creatures: [] }, stage.players[1]] };
  assert.deepEqual(cuesAfter({ ...lost, discard: { "insektoid legs": 1 } }), ["discard"]);
});

test("the narration of another player's decision stays to be read", () => {
  const narration = [{ text: "Anna draws." }];
  /** @param {object} frame @param {number} eventMs */
  const time = (frame, eventMs) =>
    frameTime(/** @type {any} */ ({ seat: 1, narration, ...frame }), [0], eventMs);
  assert.equal(time({}, 100), 900);
  assert.equal(time({}, 1200), 1200);
  for (const frame of [{ seat: 0 }, { seat: -1 }, { narration: [] }]) {
    assert.equal(time(frame, 100), 100);
  }
});
