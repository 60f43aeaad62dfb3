/** Skill over several games: the figures of `tests/analysis/test_skill.py`, by hand. */

import assert from "node:assert/strict";
import test from "node:test";

import { gameFigures, measureSkill } from "../../src/onirium/web/client/skill_model.js";

const GAMES = [
  { decisions: 10, best: 8, cost: 0.5, adjusted: 0.75 },
  { decisions: 30, best: 30, cost: 0.1, adjusted: 0.5 },
];

/** @param {number} actual @param {number} expected */
function assertClose(actual, expected) {
  assert.ok(Math.abs(actual - expected) < 1e-6, `${actual} instead of ${expected}`);
}

test("figures are ratios of sums", () => {
  const { error, best, adjusted } = measureSkill(GAMES);
  assertClose(error.mean, 0.6 / 40);
  assertClose(best.mean, 38 / 40);
  assertClose(adjusted.mean, 0.625);
});

test("two results that differ by 1/4 have a mean with the standard error 1/8", () => {
  assertClose(measureSkill(GAMES).adjusted.margin ?? 0, 1.959964 * 0.125);
});

test("a single game has no interval", () => {
  assert.equal(measureSkill(GAMES.slice(0, 1)).error.margin, null);
});

test("only the decisions of the seat count, and no game that was given up", () => {
  /** @param {number | null} adjusted */
  const analysis = (adjusted) =>
    /** @type {import("../../src/onirium/web/client/protocol.js").GameAnalysis} */ (
      /** @type {unknown} */ ({
        type: "game_analysis",
        seats: [{ seat: 1, cost: 0.25, adjusted_result: adjusted }],
        decisions: [
          { seat: 0, chosen: "play" },
          { seat: 1, chosen: "play" },
          { seat: 1, chosen: "" },
        ],
      })
    );
  assert.deepEqual(gameFigures(analysis(0.5), 1), { decisions: 2, best: 1, cost: 0.25, adjusted: 0.5 });
  assert.equal(gameFigures(analysis(null), 1), null);
  assert.equal(gameFigures(analysis(0.5), 2), null);
});
