/** Lists of cards by legion and kind. */

import { html, nothing } from "../vendor/lit-html.js";
import { LEGIONS, abilityOf, legionOf, partsOf, sizeOf } from "./cards.js";

/**
 * @typedef {import("../types.js").CardWidgets} CardWidgets
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * Renders counts of cards by legion and kind.
 *
 * @param {Record<string, number>} counts
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function tally(counts, widgets) {
  if (!sizeOf(counts)) return html`<p>${widgets.text("pile.empty")}</p>`;
  const entries = Object.entries(counts);
  return html`<div class="legions">
    ${LEGIONS.map((legion) => {
      const kinds = entries.filter(([card]) => legionOf(card) === legion);
      const size = sizeOf(Object.fromEntries(kinds));
      return kinds.length
        ? html`<div class="kinds ${legion}">
            <h3>
              <img src=${widgets.picture(`legion-${legion}`)} alt="" />
              ${widgets.text(`legions.${legion}`)} ${size}
            </h3>
            <ul>
              ${kinds.map(
                ([card, count]) =>
                  html`<li>
                    ${kind(card, widgets)}${count > 1 ? html`&nbsp;<b>× ${count}</b>` : nothing}
                  </li>`,
              )}
            </ul>
          </div>`
        : nothing;
    })}
  </div>`;
}

/**
 * Renders the parts and the ability of a card, without its legion.
 *
 * @param {string} card
 * @param {CardWidgets} widgets
 */
function kind(card, widgets) {
  const ability = abilityOf(card);
  const parts = partsOf(card)
    .map((part) => widgets.text(`part.${part}`))
    .join("/");
  return html`${ability ? html`<img src=${widgets.picture(`ability-${ability}`)} alt="" />` : nothing}${
    parts
  }${ability ? html` <i>${widgets.text(`ability.${ability}`)}</i>` : nothing}`;
}
