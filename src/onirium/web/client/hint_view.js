/** Renders a hint: small numbers on cards, buttons and piles, and a list. */

import { bestValue, certaintySentence } from "./hint_model.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./hint_model.js").Hint} Hint */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./i18n.js").Words} Words */

/**
 * Renders the small number on a card, a button or a pile.
 *
 * @param {Hint | null} hint
 * @param {LegalAction[]} legalActions the actions available there
 * @param {Words} words
 */
export function valueBadge(hint, legalActions, words) {
  const best = bestValue(hint, legalActions);
  if (!best) return nothing;
  return html`<span class="action-value ${best.best ? "best" : ""}"
    >${words.probability(best.winProbability)}${bar(best.winProbability)}</span
  >`;
}

/**
 * Renders all actions with their win probabilities, best first.
 *
 * @param {import("./types.js").Model} model
 */
export function hintPanel({ hint, legalActions, words }) {
  if (!hint || !legalActions.length) return nothing;
  const state = hint.exact ? "exact" : hint.complete ? "complete" : "running";
  const certainty = certaintySentence(hint, words);
  /** @param {LegalAction} legalAction two with the same label differ in their notes */
  const nameOf = ({ label, note }) =>
    note && legalActions.filter((other) => other.label === label)[1] ? `${label} (${note})` : label;
  return html`<section class="hint-panel" aria-label=${words.text("page.table.hint")}>
    <p class="label"><b>${words.text("page.hint.win_probability")}</b> ${words.text(`page.hint.${state}`)}</p>
    <ol tabindex="0" aria-label=${words.text("page.hint.win_probability")}>
      ${hint.values.map(
        ({ legalAction, winProbability, best }) =>
          html`<li class=${best ? "best" : ""}>
            <span>${nameOf(legalAction)}</span> <b>${words.probability(winProbability)}</b>${bar(winProbability)}
          </li>`,
      )}
    </ol>
    ${certainty ? html`<p class="certainty">${certainty}</p>` : nothing}
  </section>`;
}

/** @param {number} winProbability */
function bar(winProbability) {
  return html`<i class="probability" .style=${`--part: ${winProbability}`}></i>`;
}
