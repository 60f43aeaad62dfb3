/** Skill of a player over several analysed games. */

/** @typedef {import("./protocol.js").GameAnalysis} GameAnalysis */

/** Standard deviations between the mean and an end of a 95 % interval. */
const Z_95 = 1.959964;

/**
 * Figures of a seat in a finished game.
 *
 * @typedef {{decisions: number, best: number, cost: number, adjusted: number}} GameFigures
 */

/**
 * A mean over games; a single game has no interval.
 *
 * @typedef {{mean: number, margin: number | null}} Estimate
 */

/**
 * Returns the figures of a seat; null if it decided nothing or the game was given up.
 *
 * @param {GameAnalysis} analysis
 * @param {number} seat
 * @returns {GameFigures | null}
 */
export function gameFigures({ seats, decisions }, seat) {
  const own = seats.find((one) => one.seat === seat);
  if (!own || own.adjusted_result === null) return null;
  const taken = decisions.filter((one) => one.seat === seat);
  return {
    decisions: taken.length,
    best: taken.filter(({ chosen }) => !chosen).length,
    cost: own.cost,
    adjusted: own.adjusted_result,
  };
}

/**
 * Returns the skill over some games, at least one.
 *
 * @param {GameFigures[]} games
 */
export function measureSkill(games) {
  return {
    error: ratio(games.map(({ cost, decisions }) => [cost, decisions])),
    best: ratio(games.map(({ best, decisions }) => [best, decisions])),
    adjusted: ratio(games.map(({ adjusted }) => [adjusted, 1])),
  };
}

/**
 * Returns a ratio of sums with its interval, as `studies.analysis.skill` does.
 *
 * @param {[number, number][]} parts numerator and denominator of each game
 * @returns {Estimate}
 */
function ratio(parts) {
  const count = parts.length;
  const total = sum(parts.map(([, denominator]) => denominator));
  const mean = sum(parts.map(([numerator]) => numerator)) / total;
  if (count === 1) return { mean, margin: null };
  const squares = sum(parts.map(([numerator, each]) => (numerator - mean * each) ** 2));
  return { mean, margin: (Z_95 * Math.sqrt((squares * count) / (count - 1))) / total };
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
