/** Touches become actions: by tap, by aim and by drag alike. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  aim,
  choose,
  chosen,
  drop,
  gather,
  isAimed,
  kept,
  NOTHING,
  offered,
  tap,
} from "../../src/onirium/web/client/selection.js";

const PLAIN = { usual: false, combines: false, warning: "", note: "", label: "" };
const sun = { zone: "hand", card: "sun", key: "sun~0" };
const moon = { zone: "hand", card: "moon", key: "moon~0" };
const other = { zone: "hand", card: "moon", key: "moon~1" };
const key = { zone: "hand", card: "key", key: "key~0" };
const room = { zone: "row", card: "moon", key: "moon~9" };

const CHOICES = [
  { ...PLAIN, action: 1, kind: "play", card: "sun", zone: "hand", target: "row" },
  { ...PLAIN, action: 2, kind: "left", card: "moon", zone: "hand", target: "towers" },
  { ...PLAIN, action: 3, kind: "right", card: "moon", zone: "hand", target: "towers" },
  { ...PLAIN, action: 5, kind: "discard", card: "sun", zone: "hand", target: "discard" },
  { ...PLAIN, action: 9, kind: "draw", card: "", zone: "", target: "deck" },
];

const EXCHANGE = [
  { ...PLAIN, action: 7, kind: "exchange", card: "sun", zone: "hand", target: "discard" },
  { ...PLAIN, action: 4, kind: "exchange", card: "moon", zone: "hand", target: "discard" },
  { ...PLAIN, action: 8, kind: "place", card: "moon", zone: "hand", target: "row" },
].map((choice) => ({ ...choice, combines: choice.kind === "exchange" }));

const LOST = [{ ...CHOICES[0], warning: "It is lost for good." }, CHOICES[3]];

/** @param {import("../../src/onirium/web/client/selection.js").Picked} picked */
const lifting = (picked) => tap(NOTHING, CHOICES, picked).held;

test("a tap lifts, a second one makes the first choice", () => {
  const { held, actions } = tap(NOTHING, CHOICES, sun);
  assert.deepEqual([held.lifted, actions], [sun, []]);
  assert.deepEqual(tap(held, CHOICES, sun), { held: NOTHING, actions: [1] });
});

test("another card is lifted instead", () => {
  assert.equal(tap(lifting(sun), CHOICES, moon).held.lifted, moon);
});

test("a card that offers nothing is lifted and put down again", () => {
  const { held, actions } = tap(NOTHING, CHOICES, key);
  assert.deepEqual([held.lifted, actions], [key, []]);
  assert.deepEqual(offered(held, CHOICES), []);
  assert.deepEqual(tap(held, CHOICES, key), { held: NOTHING, actions: [] });
});

test("buttons are those of the lifted card, or those without a card", () => {
  const actions = (/** @type {any} */ held) => offered(held, CHOICES).map(({ action }) => action);
  assert.deepEqual(actions(NOTHING), [9]);
  assert.deepEqual(actions(lifting(sun)), [1, 5]);
});

test("a lifted card is aimed at a pile, or at a card in it", () => {
  assert.deepEqual(aim(lifting(sun), CHOICES, "discard").actions, [5]);
  assert.deepEqual(tap(lifting(sun), CHOICES, room).actions, [1]);
});

test("a pile without a use changes nothing", () => {
  const held = lifting(sun);
  assert.deepEqual(aim(held, CHOICES, "towers"), { held, actions: [] });
  assert.equal(isAimed(held, CHOICES, "towers"), false);
});

test("where a pile leaves a choice, its choices are offered", () => {
  const { held, actions } = aim(lifting(moon), CHOICES, "towers");
  assert.deepEqual(actions, []);
  assert.deepEqual(
    offered(held, CHOICES).map(({ action }) => action),
    [2, 3],
  );
  assert.deepEqual(choose(held, CHOICES, 3), { held: NOTHING, actions: [3] });
});

test("a choice without a card is made at its pile", () => {
  assert.equal(isAimed(NOTHING, CHOICES, "deck"), true);
  assert.deepEqual(aim(NOTHING, CHOICES, "deck").actions, [9]);
});

test("a pile is no goal where its cards are, or where it is not clear what for", () => {
  const draw = CHOICES[4];
  const lose = { ...PLAIN, action: 11, kind: "lose", card: "key", zone: "deck", target: "discard" };
  assert.equal(isAimed(NOTHING, [draw, lose], "deck"), false);
  assert.equal(isAimed(NOTHING, [draw, { ...draw, action: 10 }], "deck"), false);
});

test("a drag does what lifting and aiming do", () => {
  assert.deepEqual(drop(NOTHING, CHOICES, sun, "row").actions, [1]);
  assert.equal(drop(NOTHING, CHOICES, sun, "deck").held.lifted, sun);
});

test("a warning is shown first, whichever way the choice is made", () => {
  const lifted = tap(NOTHING, LOST, sun).held;
  for (const { held, actions } of [
    tap(lifted, LOST, sun),
    aim(lifted, LOST, "row"),
    drop(NOTHING, LOST, sun, "row"),
    choose(lifted, LOST, 1),
  ]) {
    assert.deepEqual([held.armed, actions], [1, []]);
    assert.deepEqual(tap(held, LOST, sun).actions, [1]);
    assert.deepEqual(choose(held, LOST, 1).actions, [1]);
    assert.deepEqual(choose(held, LOST, 5).actions, [5]);
  }
});

test("cards that combine are gathered, taken out again and sent in ascending order", () => {
  let { held } = aim(tap(NOTHING, EXCHANGE, sun).held, EXCHANGE, "discard");
  assert.equal(held.gathered.length, 1);
  held = tap(held, EXCHANGE, moon).held;
  held = tap(held, EXCHANGE, other).held;
  held = tap(held, EXCHANGE, other).held;
  held = tap(held, EXCHANGE, key).held;
  assert.deepEqual(offered(held, EXCHANGE), []);
  assert.deepEqual(gather(held), { held: NOTHING, actions: [4, 7] });
});

test("two cards of one name are gathered both", () => {
  let { held } = choose(tap(NOTHING, EXCHANGE, moon).held, EXCHANGE, 4);
  held = tap(held, EXCHANGE, other).held;
  assert.deepEqual(gather(held).actions, [4, 4]);
});

test("a second tap does not begin to gather where something else can be done", () => {
  assert.deepEqual(tap(tap(NOTHING, EXCHANGE, moon).held, EXCHANGE, moon).actions, [8]);
});

test("nothing is gathered when the last card is taken out", () => {
  const { held } = choose(tap(NOTHING, EXCHANGE, moon).held, EXCHANGE, 4);
  assert.deepEqual(tap(held, EXCHANGE, moon).held, NOTHING);
});

test("an action that is not offered any more is none", () => {
  assert.deepEqual(choose(NOTHING, CHOICES, 77), { held: NOTHING, actions: [] });
});

test("a lifted card stays lifted while it lies there, and nothing else does", () => {
  assert.deepEqual(kept({ ...lifting(sun), armed: 1 }, [sun]), lifting(sun));
  assert.deepEqual(kept(lifting(sun), [moon]), NOTHING);
  assert.deepEqual(chosen(CHOICES, { zone: "row", card: "sun" }), []);
});
