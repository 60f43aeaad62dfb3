/** Who sits at the table, and what they said. */

import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Acts} Acts */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./i18n.js").Words} Words */

/**
 * @param {Model} model
 * @param {import("./card_widgets.js").Desk} desk
 * @param {Acts} acts
 */
export function seats({ sight, view, words, said: phrases }, desk, acts) {
  const said = new Map(phrases.map(({ seat, phrase }) => [seat, phrase]));
  return html`<ul class="seats" aria-label=${words.text("page.table.seats")}>
    ${sight.seats.map((seat, number) => {
      const states = { moves: view.player === number, mine: number === sight.viewed_seat };
      const away = { away: seat.occupant === "human" && !seat.is_present };
      const phrase = said.get(number);
      return html`<li>
        <button
          type="button"
          class="seat ${listed({ ...states, ...away })}"
          @click=${() => acts.open("seats")}
        >
          ${desk.name(number)}${
            seat.is_vacant ? html` <small>${words.text("page.table.vacant")}</small>` : nothing
          }
        </button>
        ${phrase ? html`<q>${spoken(phrase, words)}</q>` : nothing}
      </li>`;
    })}
  </ul>`;
}

/**
 * The names of what is true.
 *
 * @param {Record<string, boolean>} states
 */
export function listed(states) {
  return Object.keys(states)
    .filter((name) => states[name])
    .join(" ");
}

/**
 * A phrase in the reader's language.
 *
 * @param {string} phrase
 * @param {Words} words
 */
export function spoken(phrase, words) {
  return words.has(`phrase.${phrase}`) ? words.text(`phrase.${phrase}`) : phrase;
}
