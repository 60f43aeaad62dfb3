/** The table of Nightmarium; implements the interface of a game (types.js). */

import { html, nothing } from "../vendor/lit-html.js";
import { board, overview } from "./board.js";
import { center } from "./center.js";
import { isAtTable, others } from "./seats.js";

export { predict, odds, open, zones } from "./views.js";

/**
 * @typedef {import("../types.js").CardWidgets} CardWidgets
 * @typedef {import("./types.js").View} View
 * @typedef {import("../types.js").TemplateResult} Template
 */

/** Text of the button that exchanges the gathered cards. */
export const gatherTextKey = "page.nightmarium.exchange";

/** Exchanging gives a card away: it needs its button, the discard pile or its key. */
export const deliberateKinds = ["exchange"];

/** Hand size from which the hand has two rows. */
const TWO_ROWS = 8;

/** Maximum number of creatures in one row on the narrowest screens. */
const ONE_ROW = 5;

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function table(view, widgets) {
  const around = others(view);
  const places = isAtTable(view) ? placesShown(view) : 0;
  const states = [
    isAtTable(view) ? "" : "watching",
    view.hands ? "open" : "",
    places > ONE_ROW ? "crowded" : "",
  ].join(" ");
  return html` <div class="nightmarium-felt">
    <div
      class="nightmarium seats-${view.players.length} ${states}"
      .style=${`--places: ${Math.max(places, 3)}; --most: ${mostCreatures(around, view)}`}
    >
      ${around.length > 1 ? overview(around, view, widgets) : nothing}
      <div
        class="boards"
        role="group"
        tabindex="0"
        aria-label=${widgets.text("page.nightmarium.players")}
      >
        ${around.map((seat) => board(seat, view, widgets))}
      </div>
      ${center(view, widgets)} ${isAtTable(view) ? board(view.seat, view, widgets) : nothing}
    </div>
  </div>`;
}

/**
 * Returns the largest number of creatures on some boards.
 *
 * @param {number[]} seats
 * @param {View} view
 */
function mostCreatures(seats, view) {
  return Math.max(4, ...seats.map((seat) => view.players[seat].creatures.length));
}

/**
 * Returns the number of open positions for creatures on the own board.
 *
 * @param {View} view
 */
function placesShown(view) {
  const { length } = view.players[view.seat].creatures;
  return Math.min(length + 1, view.goal);
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function hand(view, widgets) {
  if (!isAtTable(view)) return html``;
  const size = view.hand.length;
  const rows = size < TWO_ROWS ? 1 : 2;
  const steps = Math.ceil(size / rows) - 1;
  const layout = rows > 1 ? "two-rows" : steps < 1 ? "single" : "";
  return html` <div class="own nightmarium-hand ${layout}" .style=${`--steps: ${steps}`}>
    ${widgets.cards("hand", view.hand)}
  </div>`;
}
