/** Dark Premonitions: those that wait face up, what they wait for and take. */

import { html, nothing } from "../vendor/lit-html.js";

/** @typedef {import("../types.js").Desk} Desk */

/**
 * @param {{face_up: string[], face_down: number, striking: string}} waiting
 * @param {Desk} desk
 */
export function premonitions({ face_up: open, face_down: hidden, striking }, desk) {
  const label = desk.text("pile.premonitions");
  const cards = desk.cards("premonitions", open, { compact: true });
  const content = html`<p class="label">
      ${label}
      ${hidden ? html`<small>${desk.text("table.face down", { number: hidden })}</small>` : nothing}
    </p>
    ${
      striking
        ? html`<div class="premonition striking">
            ${desk.cards("striking", [striking], { compact: true })}
            <p>${desk.text("pile.striking")}: ${meaning(striking, desk)}</p>
          </div>`
        : nothing
    }
    ${open.map(
      (card, place) =>
        html`<div class="premonition">
          ${cards[place]}
          <p>${meaning(card, desk)}</p>
        </div>`,
    )}`;
  return desk.spot("premonitions", label, content, { className: "premonitions" });
}

/**
 * @param {string} card
 * @param {Desk} desk
 */
function meaning(card, desk) {
  return desk.text(`premonition.${card.split(" ")[0]}`);
}
