/** Shows an analysis: the chance to win as a curve, luck and play, which decisions cost most. */

import { chanceAt, placeOf } from "./analysis_model.js";
import { html, nothing, svg } from "./vendor/lit-html.js";

/** @typedef {import("./analysis_model.js").Balance} Balance */
/** @typedef {import("./analysis_model.js").Findings} Findings */
/** @typedef {import("./analysis_model.js").Judged} Judged */
/** @typedef {import("./i18n.js").Words} Words */

/**
 * What the pictures show.
 *
 * @typedef {object} Shown
 * @property {Findings} findings
 * @property {number[]} kept how many actions the game has at each place of the replay
 * @property {number} place which of them is looked at
 * @property {number} seat whose luck and play it is
 * @property {(seat: number) => string} name
 * @property {Words} words
 */

/** Each other player's line is broken in a way of its own. */
const BREAKS = ["7 5", "2 4", "9 3 2 3", "1 3"];

/**
 * The curve above the slider, place for place, with the costliest decisions as links.
 *
 * @param {Shown} shown
 * @param {(place: number) => void} go
 */
export function curves(shown, go) {
  const { findings, words, kept, place, seat } = shown;
  const last = Math.max(kept.length - 1, 1);
  const others = findings.seats.filter((balance) => balance.seat !== seat);
  const own = findings.seats.find((balance) => balance.seat === seat);
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
          <path class="now" d=${`M${place} 0V100`}></path>
          ${others.map((balance, number) => line(balance, shown, BREAKS[number % BREAKS.length]))}
          ${own ? line(own, shown, "") : nothing}
        </svg>
        ${ranked(shown).map((judged) => mark(judged, shown, last))}
      </div>
    </div>
    ${legend(shown, own ? [own, ...others] : others)}`;
}

/**
 * What was chosen here, and what would have been better.
 *
 * @param {Shown} shown
 */
export function verdict({ findings, kept, place, name, words }) {
  const judged = findings.decisions.find((one) => one.action_count === kept[place]);
  if (!judged) return nothing;
  const { chosen: choice, better, best_win_probability: before, win_probability: after, seat } = judged;
  const chance = words.percent(after);
  const said = better
    ? words.text("page.analysis.mistake", { choice, chance, better, best: words.percent(before) })
    : words.text("page.analysis.no_better", { chance });
  return html`${findings.seats.length > 1 ? html`<b>${name(seat)}:</b> ` : nothing}${said}`;
}

/**
 * Luck and play of a seat, and the decisions that cost it most.
 *
 * @param {Shown} shown
 */
export function balance(shown) {
  const { findings, seat, name, words } = shown;
  const own = findings.seats.find((one) => one.seat === seat);
  if (!own) return html`<p>${words.text("page.analysis.no_decisions")}</p>`;
  const costly = ranked(shown);
  return html`<h2>
      ${words.text("page.analysis.title")}${findings.seats.length > 1 ? `: ${name(seat)}` : nothing}
    </h2>
    <dl>
      ${figure("opening", words.percent(own.initial_win_probability), words)}
      ${figure("luck", difference(own.luck, words), words)}
      ${figure("play", difference(-own.cost, words), words)}
      ${figure("close", words.percent(own.final_win_probability), words)}
    </dl>
    <p class="label">${words.text("analysis.balance")}</p>
    <p>${words.text(costly.length ? "analysis.costliest" : "analysis.flawless")}</p>
    <ol class="costly">
      ${costly.map(
        (judged) =>
          html`<li>
            <a href="#${placeOf(judged.action_count, shown.kept)}"
              ><b>${difference(judged.win_probability - judged.best_win_probability, words)}</b> ${judged.chosen}
              <small>${words.text("page.analysis.better", { choice: judged.better })}</small></a
            >
          </li>`,
      )}
    </ol>`;
}

/** @param {Shown} shown */
function ranked({ findings, seat }) {
  return findings.decisions
    .filter((judged) => judged.rank && judged.seat === seat)
    .sort((one, other) => one.rank - other.rank);
}

/**
 * @param {Balance} balance
 * @param {Shown} shown
 * @param {string} breaks
 */
function line({ curve }, { kept }, breaks) {
  const points = curve.map(([step, chance]) => `${placeOf(step, kept)} ${height(chance)}`);
  const kind = breaks ? "other" : "own";
  return svg`<path class="curve ${kind}" stroke-dasharray=${breaks} d=${`M${points.join("L")}`}></path>`;
}

/**
 * @param {Judged} judged
 * @param {Shown} shown
 * @param {number} last
 */
function mark({ action_count: step, win_probability: after, rank }, { kept }, last) {
  const place = placeOf(step, kept);
  const where = `--x: ${((place + 1) / last) * 100}%; --y: ${height(after)}%; z-index: ${9 - rank}`;
  // The list has the same links for those who do not see where they stand.
  return html`<a class="mark" href="#${place}" tabindex="-1" aria-hidden="true" .style=${where}
    >${rank}</a
  >`;
}

/** @param {number} chance */
function height(chance) {
  return Math.round((1 - chance) * 1000) / 10;
}

/**
 * Whose line is whose, and the chance of each at the place looked at.
 *
 * @param {Shown} shown
 * @param {Balance[]} balances
 */
function legend({ kept, place, name, words }, balances) {
  return html`<ul class="legend">
    ${balances.map((each, number) => {
      const breaks = number ? BREAKS[(number - 1) % BREAKS.length] : "";
      const who = balances.length > 1 ? name(each.seat) : words.text("page.hint.win_probability");
      return html`<li>
        <svg viewBox="0 0 26 4" aria-hidden="true">
          <path class="curve" stroke-dasharray=${breaks} d="M0 2H26"></path>
        </svg>
        ${who} <b>${words.percent(chanceAt(each, kept, place))}</b>
      </li>`;
    })}
  </ul>`;
}

/**
 * @param {"opening" | "luck" | "play" | "close"} name
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
 * A difference of chances, with its sign.
 *
 * @param {number} chance
 * @param {Words} words
 */
function difference(chance, words) {
  const points = Math.round(chance * 100);
  return (points > 0 ? "+" : points < 0 ? "\u2212" : "") + words.percent(Math.abs(points) / 100);
}
