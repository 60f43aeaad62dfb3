/** Touches become actions: by tap, by aim and by drag alike. */

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  aim,
  choose,
  actionsOfCard,
  drop,
  gather,
  isTarget,
  keepSelection,
  EMPTY_SELECTION,
  buttonActions,
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
].map((legalAction) => ({ ...legalAction, combines: legalAction.kind === "exchange" }));

const LOST = [{ ...CHOICES[0], warning: "It is lost for good." }, CHOICES[3]];

/** @param {import("../../src/onirium/web/client/selection.js").CardRef} cardRef */
const lifting = (cardRef) => tap(EMPTY_SELECTION, CHOICES, cardRef).selection;

test("a tap lifts a card, a second one takes its first action", () => {
  const { selection, actions } = tap(EMPTY_SELECTION, CHOICES, sun);
  assert.deepEqual([selection.lifted, actions], [sun, []]);
  assert.deepEqual(tap(selection, CHOICES, sun), { selection: EMPTY_SELECTION, actions: [1] });
});

test("a second tap takes no deliberate action", () => {
  const only = [CHOICES[3]];
  const lifted = tap(EMPTY_SELECTION, only, sun, ["discard"]).selection;
  const nothing = { selection: EMPTY_SELECTION, actions: [] };
  assert.deepEqual(tap(lifted, only, sun, ["discard"]), nothing);
  assert.deepEqual(tap(lifted, CHOICES, sun, ["discard"]).actions, [1]);
  assert.deepEqual(choose(lifted, only, 5).actions, [5]);
  assert.deepEqual(aim(lifted, only, "discard").actions, [5]);
});

test("a tap on another card lifts it instead", () => {
  assert.equal(tap(lifting(sun), CHOICES, moon).selection.lifted, moon);
});

test("a card without actions is lifted and put down again", () => {
  const { selection, actions } = tap(EMPTY_SELECTION, CHOICES, key);
  assert.deepEqual([selection.lifted, actions], [key, []]);
  assert.deepEqual(buttonActions(selection, CHOICES), []);
  assert.deepEqual(tap(selection, CHOICES, key), { selection: EMPTY_SELECTION, actions: [] });
});

test("the buttons are the actions of the lifted card, or those without a card", () => {
  const actions = (/** @type {any} */ selection) =>
    buttonActions(selection, CHOICES).map(({ action }) => action);
  assert.deepEqual(actions(EMPTY_SELECTION), [9]);
  assert.deepEqual(actions(lifting(sun)), [1, 5]);
});

test("a lifted card is aimed at a pile, or at a card in it", () => {
  assert.deepEqual(aim(lifting(sun), CHOICES, "discard").actions, [5]);
  assert.deepEqual(tap(lifting(sun), CHOICES, room).actions, [1]);
});

test("a pile without an action changes nothing", () => {
  const selection = lifting(sun);
  assert.deepEqual(aim(selection, CHOICES, "towers"), { selection, actions: [] });
  assert.equal(isTarget(selection, CHOICES, "towers"), false);
});

test("a pile with several actions offers them as buttons", () => {
  const { selection, actions } = aim(lifting(moon), CHOICES, "towers");
  assert.deepEqual(actions, []);
  assert.deepEqual(
    buttonActions(selection, CHOICES).map(({ action }) => action),
    [2, 3],
  );
  assert.deepEqual(choose(selection, CHOICES, 3), { selection: EMPTY_SELECTION, actions: [3] });
});

test("an action without a card is taken at its pile", () => {
  assert.equal(isTarget(EMPTY_SELECTION, CHOICES, "deck"), true);
  assert.deepEqual(aim(EMPTY_SELECTION, CHOICES, "deck").actions, [9]);
});

test("a pile is no target if its cards have actions or the action is ambiguous", () => {
  const draw = CHOICES[4];
  const lose = { ...PLAIN, action: 11, kind: "lose", card: "key", zone: "deck", target: "discard" };
  assert.equal(isTarget(EMPTY_SELECTION, [draw, lose], "deck"), false);
  assert.equal(isTarget(EMPTY_SELECTION, [draw, { ...draw, action: 10 }], "deck"), false);
});

test("a drag equals lifting and aiming", () => {
  assert.deepEqual(drop(EMPTY_SELECTION, CHOICES, sun, "row").actions, [1]);
  assert.equal(drop(EMPTY_SELECTION, CHOICES, sun, "deck").selection.lifted, sun);
});

test("an action with a warning needs a confirmation, however it is taken", () => {
  const lifted = tap(EMPTY_SELECTION, LOST, sun).selection;
  for (const { selection, actions } of [
    tap(lifted, LOST, sun),
    aim(lifted, LOST, "row"),
    drop(EMPTY_SELECTION, LOST, sun, "row"),
    choose(lifted, LOST, 1),
  ]) {
    assert.deepEqual([selection.armed, actions], [1, []]);
    assert.deepEqual(tap(selection, LOST, sun).actions, [1]);
    assert.deepEqual(choose(selection, LOST, 1).actions, [1]);
    assert.deepEqual(choose(selection, LOST, 5).actions, [5]);
  }
});

test("combining cards are gathered, removed again and sent in ascending order", () => {
  let { selection } = aim(tap(EMPTY_SELECTION, EXCHANGE, sun).selection, EXCHANGE, "discard");
  assert.equal(selection.gathered.length, 1);
  selection = tap(selection, EXCHANGE, moon).selection;
  selection = tap(selection, EXCHANGE, other).selection;
  selection = tap(selection, EXCHANGE, other).selection;
  selection = tap(selection, EXCHANGE, key).selection;
  assert.deepEqual(buttonActions(selection, EXCHANGE), []);
  assert.deepEqual(gather(selection), { selection: EMPTY_SELECTION, actions: [4, 7] });
});

test("two cards of one name are both gathered", () => {
  let { selection } = choose(tap(EMPTY_SELECTION, EXCHANGE, moon).selection, EXCHANGE, 4);
  selection = tap(selection, EXCHANGE, other).selection;
  assert.deepEqual(gather(selection).actions, [4, 4]);
});

test("a second tap prefers another action to gathering", () => {
  assert.deepEqual(
    tap(tap(EMPTY_SELECTION, EXCHANGE, moon).selection, EXCHANGE, moon).actions,
    [8],
  );
});

test("removing the last card ends gathering", () => {
  const { selection } = choose(tap(EMPTY_SELECTION, EXCHANGE, moon).selection, EXCHANGE, 4);
  assert.deepEqual(tap(selection, EXCHANGE, moon).selection, EMPTY_SELECTION);
});

test("an action that is no longer legal is ignored", () => {
  assert.deepEqual(choose(EMPTY_SELECTION, CHOICES, 77), {
    selection: EMPTY_SELECTION,
    actions: [],
  });
});

test("a question puts down a lifted card that does not answer it", () => {
  assert.deepEqual(keepSelection(lifting(sun), [sun], CHOICES), lifting(sun));
  assert.deepEqual(keepSelection(lifting(key), [key], CHOICES), EMPTY_SELECTION);
  assert.deepEqual(keepSelection(lifting(key), [key], []), lifting(key));
});

test("a lifted card stays lifted while it is present", () => {
  assert.deepEqual(keepSelection({ ...lifting(sun), armed: 1 }, [sun], []), lifting(sun));
  assert.deepEqual(keepSelection(lifting(sun), [moon], []), EMPTY_SELECTION);
  assert.deepEqual(actionsOfCard(CHOICES, { zone: "row", card: "sun" }), []);
});
