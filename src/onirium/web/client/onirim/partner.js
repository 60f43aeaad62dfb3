/** The other player in a game for two, partner or rival: doors, hand and row. */

import { html } from "../vendor/lit-html.js";
import { gates } from "./gates.js";
import { modeOf } from "./outcome.js";

/** @typedef {import("../types.js").CardWidgets} CardWidgets */

/**
 * @param {any} other
 * @param {CardWidgets} widgets
 */
export function partner(other, widgets) {
  const name = nameOf(widgets);
  const { row, hand } = other;
  return html`<section class="partner" aria-label=${name}>
    <h2 class="headline">
      <span class="who">${name}</span> <small>${widgets.count("table.rooms", row.length)}</small>
    </h2>
    ${gates("partner doors", other.doors, 1, widgets)}
    ${widgets.pile(
      "partner hand",
      widgets.text("pile.partner hand"),
      widgets.cards("partner hand", hand),
      { className: "strip" },
    )}
    ${widgets.pile(
      "partner row",
      widgets.text("pile.partner row"),
      row.length
        ? widgets.cards("partner row", row)
        : html`<span class="card slot"></span>`,
      { className: "strip rooms" },
    )}
  </section>`;
}

/**
 * Returns what the other player is to the viewer; for spectators, who see the table from the first
 * seat, the player's name.
 *
 * @param {CardWidgets} widgets
 */
function nameOf(widgets) {
  const { view, tableView } = widgets.model;
  if (!tableView.own_seats.includes(view.seat)) return widgets.name(view.seat === 1 ? 0 : 1);
  return widgets.text(`page.table.onirim.other.${modeOf(widgets.model)}`);
}
