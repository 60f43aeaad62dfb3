/** Shows a hint: small numbers on cards, buttons and places, and a list. */

import { promiseOf } from "./hint_model.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./hint_model.js").Hint} Hint */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./i18n.js").Words} Words */

/**
 * The small number on a card, a button or a place.
 *
 * @param {Hint | null} hint
 * @param {LegalAction[]} choices what is chosen there
 * @param {Words} words
 */
export function promised(hint, choices, words) {
  const promise = promiseOf(hint, choices);
  if (!promise) return nothing;
  return html`<span class="promise ${promise.best ? "best" : ""}"
    >${words.percent(promise.chance)}${bar(promise.chance)}</span
  >`;
}

/**
 * All choices with their chances, the best first.
 *
 * @param {import("./types.js").Model} model
 */
export function advice({ hint, choices, words }) {
  if (!hint || !choices.length) return nothing;
  const state = hint.complete ? "page.hint.complete" : "page.hint.running";
  return html`<section class="advice" aria-label=${words.text("page.table.hint")}>
    <p class="label"><b>${words.text("page.hint.win_probability")}</b> ${words.text(state)}</p>
    <ol tabindex="0" aria-label=${words.text("page.hint.win_probability")}>
      ${hint.promises.map(
        ({ choice, chance, best }) =>
          html`<li class=${best ? "best" : ""}>
            <span>${choice.label}</span> <b>${words.percent(chance)}</b>${bar(chance)}
          </li>`,
      )}
    </ol>
  </section>`;
}

/** @param {number} chance */
function bar(chance) {
  return html`<i class="chance" .style=${`--part: ${chance}`}></i>`;
}
