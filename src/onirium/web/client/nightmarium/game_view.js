/** The table of Nightmarium: what the page asks of each game. */

import { html, nothing } from "../vendor/lit-html.js";
import { board, overview } from "./board.js";
import { middle } from "./center.js";
import { isAtTable, others } from "./seats.js";

export { guess, odds, open, zones } from "./views.js";

/**
 * @typedef {import("../types.js").Desk} Desk
 * @typedef {import("./types.js").View} View
 * @typedef {import("../types.js").TemplateResult} Template
 */

/** The words that send the cards gathered for an exchange. */
export const gatherWord = "page.nightmarium.exchange";

/** From so many cards on a hand lies in two rows. */
const TWO_ROWS = 8;

/** Up to so many creatures stand beside one another on the narrowest screens. */
const ONE_ROW = 5;

/**
 * @param {View} view
 * @param {Desk} desk
 * @returns {Template}
 */
export function table(view, desk) {
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
      ${around.length > 1 ? overview(around, view, desk) : nothing}
      <div
        class="boards"
        role="group"
        tabindex="0"
        aria-label=${desk.text("page.nightmarium.players")}
      >
        ${around.map((seat) => board(seat, view, desk))}
      </div>
      ${middle(view, desk)} ${isAtTable(view) ? board(view.seat, view, desk) : nothing}
    </div>
  </div>`;
}

/**
 * How many creatures the fullest of some boards must have room for.
 *
 * @param {number[]} seats
 * @param {View} view
 */
function mostCreatures(seats, view) {
  return Math.max(4, ...seats.map((seat) => view.players[seat].creatures.length));
}

/**
 * How many places for creatures lie open before the one who looks.
 *
 * @param {View} view
 */
function placesShown(view) {
  const { length } = view.players[view.seat].creatures;
  return Math.min(length + 1, view.goal);
}

/**
 * @param {View} view
 * @param {Desk} desk
 * @returns {Template}
 */
export function hand(view, desk) {
  if (!isAtTable(view)) return html``;
  const size = view.hand.length;
  const rows = size < TWO_ROWS ? 1 : 2;
  const steps = Math.ceil(size / rows) - 1;
  const layout = rows > 1 ? "two-rows" : steps < 1 ? "single" : "";
  return html` <div class="own nightmarium-hand ${layout}" .style=${`--steps: ${steps}`}>
    ${desk.cards("hand", view.hand)}
  </div>`;
}
