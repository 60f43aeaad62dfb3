/** Dark Premonitions: the revealed ones with condition and penalty. */

import { html, nothing } from "../vendor/lit-html.js";

/** @typedef {import("../types.js").CardWidgets} CardWidgets */

/**
 * @param {{face_up: string[], face_down: number, striking: string}} waiting
 * @param {CardWidgets} widgets
 */
export function premonitions({ face_up: open, face_down: hidden, striking }, widgets) {
  const label = widgets.text("pile.premonitions");
  const cards = widgets.cards("premonitions", open);
  const content = html`<h2 class="headline">
      ${label}
      ${hidden ? html`<small>${widgets.text("table.face down", { number: hidden })}</small>` : nothing}
    </h2>
    ${
      striking
        ? html`<div class="premonition striking">
            ${widgets.cards("striking", [striking])}
            <p>${widgets.text("pile.striking")}: ${meaning(striking, widgets)}</p>
          </div>`
        : nothing
    }
    ${open.map(
      (card, index) =>
        html`<div class="premonition">
          ${cards[index]}
          <p>${meaning(card, widgets)}</p>
        </div>`,
    )}`;
  return widgets.pile("premonitions", label, content, { className: "premonitions" });
}

/**
 * Renders the condition and the penalty of a Premonition.
 *
 * @param {string} card
 * @param {CardWidgets} widgets
 */
function meaning(card, widgets) {
  const [condition, penalty] = widgets.text(`premonition.${card.split(" ")[0]}`).split(": ");
  return html`<b>${condition}:</b> ${penalty}`;
}
