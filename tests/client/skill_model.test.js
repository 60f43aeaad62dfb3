/** Skill over several games: the figures of `tests/analysis/test_skill.py`, by hand. */

import assert from "node:assert/strict";
import test from "node:test";

import { gameFigures, measureSkill, studentScore } from "../../src/onirium/web/client/skill_model.js";

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

test("the scores are those of a table of Student's distribution", () => {
  for (const [degrees, score] of [[1, 12.7062], [2, 4.30265], [9, 2.262157], [19, 2.093024]]) {
    assert.ok(Math.abs(studentScore(degrees) / score - 1) < 1e-5, `${degrees}`);
  }
});

test("ten results that differ by 1/4 from their mean have the standard error 1/12", () => {
  const games = [0.5, 1].flatMap((adjusted) =>
    Array.from({ length: 5 }, () => ({ decisions: 10, best: 8, cost: adjusted / 10, adjusted })),
  );
  const { adjusted, error } = measureSkill(games);
  assertClose(adjusted.interval?.[0] ?? 0, 0.75 - 2.262157 / 12);
  assertClose(adjusted.interval?.[1] ?? 0, 0.75 + 2.262157 / 12);
  const factor = Math.exp(2.262157 / 12 / 0.75);
  assertClose(error.interval?.[0] ?? 0, 0.0075 / factor);
  assertClose(error.interval?.[1] ?? 0, 0.0075 * factor);
});

test("two games have intervals, a single game has none", () => {
  const { error, best, adjusted } = measureSkill(GAMES);
  // The costs 0.5 and 0.1 are 0.35 from 0.015 a decision.
  const factor = Math.exp((12.7062 * 0.7) / 40 / 0.015);
  assert.ok(Math.abs((error.interval?.[0] ?? 0) / (0.015 / factor) - 1) < 1e-4);
  assert.equal(error.interval?.[1], 1);
  assert.deepEqual([best.interval, adjusted.interval], [[0, 1], [0, 1]]);
  const single = Object.values(measureSkill(GAMES.slice(1)));
  assert.deepEqual(single.map(({ interval }) => interval), [null, null, null]);
});

test("equal shares have no interval although their mean is rounded", () => {
  const games = [1, 2].map((n) => ({ decisions: 23 * n, best: 13 * n, cost: 0.1, adjusted: 0.7 }));
  assert.equal(measureSkill(games).best.interval, null);
});

test("figures without variation have no interval", () => {
  const flawless = { decisions: 10, best: 10, cost: 0, adjusted: 0.5 };
  const { error, best, adjusted } = measureSkill(Array.from({ length: 6 }, () => flawless));
  assert.deepEqual(error, { mean: 0, interval: null });
  assert.deepEqual(best, { mean: 1, interval: null });
  assert.deepEqual(adjusted, { mean: 0.5, interval: null });
});

test("the interval of an error ends at 1", () => {
  const costs = [0.9, 0.9, 0, 0, 0];
  const games = costs.map((cost) => ({ decisions: 1, best: 1, cost, adjusted: 0.5 }));
  assert.equal(measureSkill(games).error.interval?.[1], 1);
});

test("the interval of a share ends at 0 and 1, or at a mean beyond that", () => {
  const { best, adjusted } = measureSkill([...GAMES, ...GAMES, ...GAMES]);
  assert.equal(best.interval?.[1], 1);
  assert.ok((adjusted.interval?.[1] ?? 1) < 1);
  const lucky = [1, 1, 1, 1, 1.5].map((result) => ({ decisions: 10, best: 8, cost: 0.1, adjusted: result }));
  assert.equal(measureSkill(lucky).adjusted.interval?.[1], 1.1);
  const unlucky = lucky.map((game) => ({ ...game, adjusted: 1 - game.adjusted }));
  assert.equal(measureSkill(unlucky).adjusted.interval?.[0], -0.1);
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
