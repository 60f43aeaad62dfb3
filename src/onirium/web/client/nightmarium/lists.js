/** Cards as lists: what a pile holds, by legion and kind, on a sheet over the table. */

import { html, nothing } from "../vendor/lit-html.js";
import { LEGIONS, abilityOf, legionOf, partsOf, sizeOf } from "./cards.js";

/**
 * @typedef {import("../types.js").Desk} Desk
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * A sheet that a button with `popovertarget` opens.
 *
 * @param {string} id
 * @param {string} title
 * @param {Template} list
 * @param {Desk} desk
 * @returns {Template}
 */
export function sheet(id, title, list, desk) {
  return html` <div id=${id} class="sheet" popover role="dialog" aria-label=${title}>
    <h2>${title}</h2>
    ${list}
    <button type="button" popovertarget=${id} popovertargetaction="hide">
      ${desk.text("page.nightmarium.close")}
    </button>
  </div>`;
}

/**
 * Cards by legion and kind, counted.
 *
 * @param {Record<string, number>} counts
 * @param {Desk} desk
 * @returns {Template}
 */
export function tally(counts, desk) {
  if (!sizeOf(counts)) return html`<p>${desk.text("pile.empty")}</p>`;
  const entries = Object.entries(counts);
  return html`<div class="tally">
    ${LEGIONS.map((legion) => {
      const kinds = entries.filter(([card]) => legionOf(card) === legion);
      const size = sizeOf(Object.fromEntries(kinds));
      return kinds.length
        ? html`<div class="kinds ${legion}">
            <h3>
              <img src=${desk.picture(`legion-${legion}`)} alt="" />
              ${desk.text(`legions.${legion}`)} ${size}
            </h3>
            <ul>
              ${kinds.map(
                ([card, count]) =>
                  html`<li>
                    ${kind(card, desk)}${count > 1 ? html` <b>× ${count}</b>` : nothing}
                  </li>`,
              )}
            </ul>
          </div>`
        : nothing;
    })}
  </div>`;
}

/**
 * What a card can be and do, without its legion.
 *
 * @param {string} card
 * @param {Desk} desk
 */
function kind(card, desk) {
  const ability = abilityOf(card);
  const parts = partsOf(card)
    .map((part) => desk.text(`part.${part}`))
    .join("/");
  return html`${ability ? html`<img src=${desk.picture(`ability-${ability}`)} alt="" />` : nothing}${
    parts
  }${ability ? html` <i>${desk.text(`ability.${ability}`)}</i>` : nothing}`;
}
