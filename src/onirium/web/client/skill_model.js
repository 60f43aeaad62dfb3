/** Skill of a player over several analysed games. */

/** @typedef {import("./protocol.js").GameAnalysis} GameAnalysis */

const CONFIDENCE_LEVEL = 0.95;

/** Bisections of an interval to find a root: the precision of a number. */
const SCORE_BISECTIONS = 60;

/** A variation of shares of at most this is that of rounded numbers. */
const ROUNDING_ERROR = 1e-12;

/**
 * Figures of a seat in a finished game.
 *
 * @typedef {{decisions: number, best: number, cost: number, adjusted: number}} GameFigures
 */

/**
 * A mean over games with its 95 % interval, which is unknown after a single game.
 *
 * @typedef {{mean: number, interval: [number, number] | null}} Estimate
 */

/**
 * Returns the figures of a seat; null if it decided nothing or the game was resigned.
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
    error: onLogScale(ratio(games.map(({ cost, decisions }) => [cost, decisions]))),
    best: cutToShare(ratio(games.map(({ best, decisions }) => [best, decisions]))),
    adjusted: cutToShare(ratio(games.map(({ adjusted }) => [adjusted, 1]))),
  };
}

/**
 * Returns a ratio of sums with its interval, as `studies.analysis.skill` does. Without any
 * variation, as after flawless games, the certainty is unknown.
 *
 * @param {[number, number][]} parts numerator and denominator of each game
 * @returns {Estimate}
 */
function ratio(parts) {
  const count = parts.length;
  const total = sum(parts.map(([, denominator]) => denominator));
  const mean = sum(parts.map(([numerator]) => numerator)) / total;
  const squares = sum(parts.map(([numerator, each]) => (numerator - mean * each) ** 2));
  if (count === 1 || Math.sqrt(squares) <= ROUNDING_ERROR * total) return { mean, interval: null };
  const margin = (studentScore(count - 1) * Math.sqrt((squares * count) / (count - 1))) / total;
  return { mean, interval: [mean - margin, mean + margin] };
}

/**
 * Returns an estimate of a share with an interval from 0 to 1, or to a mean beyond that.
 *
 * @param {Estimate} estimate
 * @returns {Estimate}
 */
function cutToShare({ mean, interval }) {
  if (interval === null) return { mean, interval };
  const [low, high] = interval;
  return { mean, interval: [Math.max(low, Math.min(0, mean)), Math.min(high, Math.max(1, mean))] };
}

/**
 * Returns an estimate of a cost up to 1 with the interval of its logarithm: a few large errors make
 * most of it.
 *
 * @param {Estimate} estimate
 * @returns {Estimate}
 */
function onLogScale({ mean, interval }) {
  if (interval === null) return { mean, interval };
  const factor = Math.exp((interval[1] - mean) / mean);
  return { mean, interval: [mean / factor, Math.min(1, mean * factor)] };
}

/**
 * Returns the score of a two-sided 95 % interval of Student's distribution.
 *
 * @param {number} degrees
 */
export function studentScore(degrees) {
  let [low, high] = [0, Math.PI / 2];
  for (let step = 0; step < SCORE_BISECTIONS; step++) {
    const angle = (low + high) / 2;
    if (studentShare(angle, degrees) < CONFIDENCE_LEVEL) low = angle;
    else high = angle;
  }
  return Math.tan(low) * Math.sqrt(degrees);
}

/**
 * Returns the share of Student's distribution within tan(angle) * sqrt(degrees): the finite series
 * of Abramowitz and Stegun, 26.7.3 and 26.7.4.
 *
 * @param {number} angle
 * @param {number} degrees
 */
function studentShare(angle, degrees) {
  const isOdd = degrees % 2 === 1;
  const cosine = Math.cos(angle);
  let term = isOdd ? cosine : 1;
  let total = 0;
  for (let number = isOdd ? 2 : 1; number < degrees; number += 2) {
    total += term;
    term *= (cosine * cosine * number) / (number + 1);
  }
  const share = Math.sin(angle) * total;
  return isOdd ? (2 / Math.PI) * (angle + share) : share;
}

/** @param {number[]} numbers */
function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
