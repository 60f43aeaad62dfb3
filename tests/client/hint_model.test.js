/** Hints are put to the choices; the curve of an analysis to the places of the replay. */

import assert from "node:assert/strict";
import test from "node:test";

import { chanceAt, placeOf } from "../../src/onirium/web/client/analysis_model.js";
import { hintOf, promiseOf } from "../../src/onirium/web/client/hint_model.js";

/** @typedef {import("../../src/onirium/web/client/protocol.js").LegalAction} LegalAction */

/** @type {LegalAction[]} */
const CHOICES = [7, 8, 9].map((action) => ({
  action,
  kind: "play",
  card: "red sun",
  zone: "hand",
  target: "row",
  warning: "",
  usual: false,
  combines: false,
  label: `choice ${action}`,
  note: "",
}));

/** @param {[number, number][]} pairs */
function said(pairs) {
  return {
    type: /** @type {const} */ ("hint_update"),
    command_id: "",
    version: 4,
    action_values: pairs.map(([action, probability]) => ({ action, win_probability: probability })),
    is_final: true,
  };
}

test("the best comes first, and all that are as good are marked", () => {
  const hint = hintOf(
    said([
      [7, 0.2],
      [8, 0.5],
      [9, 0.5],
    ]),
    CHOICES,
  );
  assert.deepEqual(
    hint?.promises.map(({ choice, best }) => [choice.action, best]),
    [
      [8, true],
      [9, true],
      [7, false],
    ],
  );
  assert.equal(hint?.version, 4);
});

test("a card promises what the best of its own choices does", () => {
  const hint = hintOf(
    said([
      [7, 0.2],
      [8, 0.4],
      [9, 0.5],
    ]),
    CHOICES,
  );
  assert.equal(promiseOf(hint, CHOICES.slice(0, 2))?.chance, 0.4);
  assert.equal(promiseOf(hint, []), undefined);
  assert.equal(promiseOf(null, CHOICES), undefined);
});

test("enough said is no hint, and neither is what cannot be chosen here", () => {
  assert.equal(hintOf(said([]), CHOICES), null);
  assert.equal(hintOf(said([[3, 0.5]]), CHOICES), null);
});

test("a step of the record is found at the first place that has come so far", () => {
  const kept = [5, 6, 9, 9];
  assert.deepEqual(
    [0, 5, 6, 7, 9, 10].map((step) => placeOf(step, kept)),
    [0, 0, 1, 2, 2, 3],
  );
});

test("a chance holds until the next is known", () => {
  const kept = [5, 7, 9, 12];
  const curve = /** @type {[number, number][]} */ ([
    [5, 0.5],
    [6, 0.4],
    [9, 0.7],
    [12, 1],
  ]);
  const balance = {
    seat: 0,
    initial_win_probability: 0.5,
    luck: 0,
    cost: 0,
    final_win_probability: 1,
    curve,
  };
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => chanceAt(balance, kept, place)),
    [0.5, 0.4, 0.7, 1],
  );
});
