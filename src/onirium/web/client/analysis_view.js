/** Renders an analysis: the curve of win probabilities, luck and play, the costliest decisions. */

import { winProbabilityAt, indexOfStep } from "./analysis_model.js";
import { nameOwners } from "./seat_names.js";
import { html, nothing, svg } from "./vendor/lit-html.js";

/** @typedef {import("./analysis_model.js").SeatAnalysis} SeatAnalysis */
/** @typedef {import("./analysis_model.js").GameAnalysis} GameAnalysis */
/** @typedef {import("./analysis_model.js").DecisionAnalysis} DecisionAnalysis */
/** @typedef {import("./i18n.js").Words} Words */

/**
 * Input of the charts.
 *
 * @typedef {object} ChartInput
 * @property {GameAnalysis} analysis
 * @property {number[]} actionCounts number of actions at each index of the replay
 * @property {number} index the index shown
 * @property {number} seat the seat whose luck and play are shown
 * @property {(seat: number) => string} name
 * @property {Words} words
 */

/** Dash patterns that distinguish the lines of the other players. */
const DASH_PATTERNS = ["7 5", "2 4", "9 3 2 3", "1 3"];

/**
 * Renders the curve above the slider, aligned with it, with links to the costliest decisions.
 *
 * @param {ChartInput} input
 * @param {(index: number) => void} go
 */
export function curves(input, go) {
  const { analysis, words, actionCounts, index, seat } = input;
  const last = Math.max(actionCounts.length - 1, 1);
  const others = analysis.seats.filter((one) => one.seat !== seat);
  const own = analysis.seats.find((one) => one.seat === seat);
  /** @param {MouseEvent} event */
  const point = ({ target, currentTarget, clientX }) => {
    if (!(currentTarget instanceof Element) || !(target instanceof Element)) return;
    if (target.closest("a")) return;
    const { left, width } = currentTarget.getBoundingClientRect();
    go(Math.round(((clientX - left) / width) * last));
  };
  return html`<div class="curves">
      <div class="plot" @click=${point}>
        <svg
          viewBox="0 0 ${last} 100"
          preserveAspectRatio="none"
          role="img"
          aria-label=${words.text("analysis.curve")}
        >
          <path class="rule" d=${`M0 0H${last}M0 50H${last}M0 100H${last}`}></path>
          <path class="now" d=${`M${index} 0V100`}></path>
          ${others.map((other, number) => line(other, input, DASH_PATTERNS[number % DASH_PATTERNS.length]))}
          ${own ? line(own, input, "") : nothing}
          ${ranked(input).map((decision) => spot(decision, input))}
        </svg>
        ${marks(input, last)}
      </div>
    </div>
    ${legend(input, own ? [own, ...others] : others)}`;
}

/**
 * Renders the chosen action and the best one.
 *
 * @param {ChartInput} input
 */
export function verdict({ analysis, actionCounts, index, name, words }) {
  const decision = analysis.decisions.find((one) => one.action_count === actionCounts[index]);
  if (!decision) return nothing;
  const { chosen, better, best_win_probability: before, win_probability: after, seat } = decision;
  /** @param {string} choice */
  const named = (choice) => nameOwners(choice, seat, name, words);
  const winProbability = words.probability(after);
  const text = better
    ? words.text("page.analysis.mistake", {
        choice: named(chosen),
        win_probability: winProbability,
        better: named(better),
        best: words.probability(before),
      })
    : words.text("page.analysis.no_better", { win_probability: winProbability });
  return html`${analysis.seats.length > 1 ? html`<b>${name(seat)}:</b> ` : nothing}${text}
    ${decision.is_exact ? words.text("page.analysis.exact") : nothing}`;
}

/**
 * Renders luck and play of a seat, and its costliest decisions.
 *
 * @param {ChartInput} input
 * @param {(index: number) => void} follow called for a link to the step shown, which is no navigation
 */
export function luckAndPlay(input, follow) {
  const { analysis, seat, name, words } = input;
  const own = analysis.seats.find((one) => one.seat === seat);
  if (!own) return html`<p>${words.text("page.analysis.no_decisions")}</p>`;
  const costly = ranked(input);
  /** @param {string} choice */
  const named = (choice) => nameOwners(choice, seat, name, words);
  return html`<h2>
      ${words.text("page.analysis.title")}${analysis.seats.length > 1 ? `: ${name(seat)}` : nothing}
    </h2>
    <dl>
      ${figure("opening", words.percent(own.initial_win_probability), words)}
      ${figure("luck", difference(own.luck, words), words)}
      ${figure("play", difference(-own.cost, words), words)}
      ${figure("remainder", difference(own.remainder, words), words)}
      ${figure("close", words.percent(own.final_win_probability), words)}
    </dl>
    <p class="label">${words.text("analysis.balance")}</p>
    <dl class="skill">
      ${skillFigure("error", words.percent(own.error, 2), words)}
      ${skillFigure("best", words.percent(own.best_share), words)}
      ${own.adjusted_result === null ? nothing : skillFigure("adjusted", words.percent(own.adjusted_result), words)}
    </dl>
    <p>${words.text(costly.length ? "analysis.costliest" : "analysis.flawless")}</p>
    <ol class="costly">
      ${costly.map((decision) => {
        const index = indexOfStep(decision.action_count, input.actionCounts);
        return html`<li>
            <a href="#${index}" @click=${() => index === input.index && follow(index)}
              ><b>${difference(decision.win_probability - decision.best_win_probability, words)}</b>
              ${named(decision.chosen)}
              <small>${words.text("page.analysis.better", { choice: named(decision.better) })}</small></a
            >
          </li>`;
      })}
    </ol>`;
}

/** Returns the costliest decisions of the seat, the costliest first. @param {ChartInput} input */
function ranked({ analysis, seat }) {
  return analysis.decisions
    .filter((decision) => decision.rank && decision.seat === seat)
    .sort((one, other) => one.rank - other.rank);
}

/**
 * Renders the curve of a seat.
 *
 * @param {SeatAnalysis} seatAnalysis
 * @param {ChartInput} input
 * @param {string} dashes empty for the viewer's own curve
 */
function line({ curve }, { actionCounts }, dashes) {
  const points = curve.map(([step, winProbability]) => `${indexOfStep(step, actionCounts)} ${height(winProbability)}`);
  const kind = dashes ? "other" : "own";
  return svg`<path class="curve ${kind}" stroke-dasharray=${dashes} d=${`M${points.join("L")}`}></path>`;
}

/**
 * Renders the point of the curve after a decision.
 *
 * @param {DecisionAnalysis} decision
 * @param {ChartInput} input
 */
function spot({ action_count: step, win_probability: after }, { actionCounts }) {
  const next = Math.min(indexOfStep(step, actionCounts) + 1, actionCounts.length - 1);
  return svg`<path class="spot" d=${`M${next} ${height(after)}h0`}></path>`;
}

/**
 * Renders links to the costliest decisions, near their points of the curve but apart: each can be
 * touched.
 *
 * @param {ChartInput} input
 * @param {number} last
 */
function marks(input, last) {
  const decisions = ranked(input).sort((one, other) => one.action_count - other.action_count);
  const indexes = decisions.map((decision) => indexOfStep(decision.action_count, input.actionCounts));
  const places = placesApart(indexes.map((index) => (index + 1) / last));
  // The list repeats these links for screen readers.
  return decisions.map(
    ({ win_probability: after, rank }, number) =>
      html`<a
        class="mark ${indexes[number] === input.index ? "current" : ""}"
        href="#${indexes[number]}"
        tabindex="-1"
        aria-hidden="true"
        .style=${`--x: ${places[number]}; --y: ${height(after)}%`}
        ><span>${rank}</span></a
      >`,
  );
}

/**
 * Returns the nearest places to some shares of a row at which targets neither overlap nor leave
 * the row.
 *
 * @param {number[]} shares in ascending order
 */
function placesApart(shares) {
  let before = "-0.5 * var(--target)";
  return shares.map((share, number) => {
    const targetsAfter = shares.length - number - 0.5;
    before = `min(max(${share * 100}%, ${before} + var(--target)), 100% - ${targetsAfter} * var(--target))`;
    return before;
  });
}

/** @param {number} winProbability */
function height(winProbability) {
  return Math.round((1 - winProbability) * 1000) / 10;
}

/**
 * Renders the legend, with the win probability of each seat at the index shown.
 *
 * @param {ChartInput} input
 * @param {SeatAnalysis[]} seats
 */
function legend({ actionCounts, index, name, words }, seats) {
  return html`<ul class="legend">
    ${seats.map((each, number) => {
      const dashes = number ? DASH_PATTERNS[(number - 1) % DASH_PATTERNS.length] : "";
      const who = seats.length > 1 ? name(each.seat) : words.text("page.hint.win_probability");
      return html`<li>
        <svg viewBox="0 0 26 4" aria-hidden="true">
          <path class="curve" stroke-dasharray=${dashes} d="M0 2H26"></path>
        </svg>
        ${who} <b>${words.probability(winProbabilityAt(each, actionCounts, index))}</b>
      </li>`;
    })}
  </ul>`;
}

/**
 * @param {"opening" | "luck" | "play" | "remainder" | "close"} name
 * @param {string} number
 * @param {Words} words
 */
function figure(name, number, words) {
  return html`<div>
    <dt>${words.text(`analysis.${name}`)}</dt>
    <dd>${number}</dd>
  </div>`;
}

/**
 * @param {"error" | "best" | "adjusted"} name
 * @param {string} number
 * @param {Words} words
 */
function skillFigure(name, number, words) {
  return html`<div>
    <dt>${words.text(`skill.${name}`)}</dt>
    <dd>${number}</dd>
  </div>`;
}

/**
 * Formats a difference of win probabilities with its sign.
 *
 * @param {number} winProbability
 * @param {Words} words
 */
function difference(winProbability, words) {
  const points = Math.round(Math.abs(winProbability) * 100);
  const sign = winProbability > 0 ? "+" : "\u2212";
  return (points ? sign : "") + words.percent(points / 100);
}
