/** Hints are put to the choices; the curve of an analysis to the places of the replay. */

import assert from "node:assert/strict";
import test from "node:test";

import { winProbabilityAt, indexOfStep } from "../../src/onirium/web/client/analysis_model.js";
import {
  buildHint,
  bestValue,
  certaintySentence,
  hintSentence,
} from "../../src/onirium/web/client/hint_model.js";

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
    is_exact: false,
    interval: /** @type {[number, number]} */ ([0.25, 0.75]),
  };
}

/** @type {import("../../src/onirium/web/client/i18n.js").Words} */
const WORDS = /** @type {any} */ ({
  probability: (/** @type {number} */ share) => `${100 * share}%`,
  text: (/** @type {string} */ key, /** @type {object} */ values) => `${key} ${Object.values(values)}`,
});

test("the best action is first, and equal ones are marked", () => {
  const hint = buildHint(
    said([
      [7, 0.2],
      [8, 0.5],
      [9, 0.5],
    ]),
    CHOICES,
  );
  assert.deepEqual(
    hint?.values.map(({ legalAction, best }) => [legalAction.action, best]),
    [
      [8, true],
      [9, true],
      [7, false],
    ],
  );
});

test("a card shows the value of its best action", () => {
  const hint = buildHint(
    said([
      [7, 0.2],
      [8, 0.4],
      [9, 0.5],
    ]),
    CHOICES,
  );
  assert.equal(bestValue(hint, CHOICES.slice(0, 2))?.winProbability, 0.4);
  assert.equal(bestValue(hint, []), undefined);
  assert.equal(bestValue(null, CHOICES), undefined);
});

test("an estimate states its interval, an exact value none", () => {
  const update = said([[7, 0.5]]);
  /** @param {Partial<typeof update> | {interval: null}} change */
  const sentence = (change) => {
    const hint = buildHint({ ...update, ...change }, CHOICES);
    return hint && certaintySentence(hint, WORDS);
  };
  assert.equal(sentence({}), "page.hint.interval 25%,75%");
  assert.equal(sentence({ is_exact: true }), "");
  assert.equal(sentence({ interval: null }), "");
  assert.equal(sentence({ interval: [1, 1] }), "");
});

test("the best choice is named once for the ear", () => {
  const hint = buildHint(said([[7, 0.5]]), CHOICES);
  const spoken = hint && hintSentence(hint, WORDS);
  assert.match(spoken ?? "", /^page\.hint\.best .*; page\.hint\.interval 25%,75%$/);
});

test("an empty update is no hint, nor are values of illegal actions", () => {
  assert.equal(buildHint(said([]), CHOICES), null);
  assert.equal(buildHint(said([[3, 0.5]]), CHOICES), null);
});

test("a record step maps to the first index that contains it", () => {
  const kept = [5, 6, 9, 9];
  assert.deepEqual(
    [0, 5, 6, 7, 9, 10].map((step) => indexOfStep(step, kept)),
    [0, 0, 1, 2, 2, 3],
  );
});

test("a win probability holds until the next one", () => {
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
    remainder: 0,
    final_win_probability: 1,
    error: 0,
    best_share: 1,
    adjusted_result: 1,
    curve,
  };
  assert.deepEqual(
    [0, 1, 2, 3].map((place) => winProbabilityAt(balance, kept, place)),
    [0.5, 0.4, 0.7, 1],
  );
});
