/** Seats of the table, with their latest phrases. */

import { classNames } from "./elements.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./i18n.js").Words} Words */

/**
 * @param {Model} model
 * @param {import("./card_widgets.js").CardWidgets} widgets
 * @param {Handlers} handlers
 */
export function seats({ tableView, view, words, phrases }, widgets, handlers) {
  const latest = new Map(phrases.map(({ seat, phrase }) => [seat, phrase]));
  return html`<ul class="seats" aria-label=${words.text("page.table.seats")}>
    ${tableView.seats.map((seat, number) => {
      const states = { moves: view.player === number, mine: number === tableView.viewed_seat };
      const away = { away: seat.occupant === "human" && !seat.is_present && !seat.is_own };
      const phrase = latest.get(number);
      return html`<li>
        <button
          type="button"
          class="seat ${classNames({ ...states, ...away })}"
          aria-current=${states.moves}
          @click=${() => handlers.open("seats")}
        >
          ${widgets.name(number)}${absence(seat, words)}
        </button>
        ${phrase ? html`<q data-by=${widgets.name(number)}>${phraseText(phrase, words)}</q>` : nothing}
      </li>`;
    })}
  </ul>`;
}

/**
 * @param {import("./protocol.js").SeatInfo} seat
 * @param {Words} words
 */
export function absence({ is_vacant: vacant, is_open: open, is_own: own }, words) {
  if (!vacant || own) return nothing;
  return html` <small>${words.text(open ? "page.table.open" : "page.table.vacant")}</small>`;
}

/**
 * Returns whether the viewer plays, and other people at the table receive phrases.
 *
 * @param {import("./protocol.js").TableView} tableView
 */
export function hasListeners({ seats: all, own_seats: mine }) {
  return mine.length > 0 && all.some((seat) => seat.occupant === "human" && !seat.is_own);
}

/**
 * Returns the phrases sent since an earlier view.
 *
 * @param {import("./protocol.js").ChatPhrase[]} before those of the earlier view
 * @param {import("./protocol.js").ChatPhrase[]} now
 */
export function newPhrases(before, now) {
  const last = before.at(-1)?.number ?? -1;
  return now.filter(({ number }) => number > last);
}

/**
 * Returns a phrase in the language of the page.
 *
 * @param {string} phrase
 * @param {Words} words
 */
export function phraseText(phrase, words) {
  return words.has(`phrase.${phrase}`) ? words.text(`phrase.${phrase}`) : phrase;
}

/**
 * Returns the viewer's seat that the computer plays, or -1 if there is none or the viewer plays another.
 *
 * @param {import("./protocol.js").TableView} tableView
 */
export function seatGivenAway({ seats: all, own_seats: mine, is_over: isOver }) {
  return mine.length || isOver ? -1 : all.findIndex((seat) => seat.is_own);
}

/**
 * Renders the button with which viewers return to a seat that the computer plays.
 *
 * @param {Model} model
 * @param {Handlers} handlers
 */
export function returnButton({ tableView, words }, handlers) {
  const seat = seatGivenAway(tableView);
  if (seat < 0) return nothing;
  const takeSeat = () => handlers.send({ type: "assign_seat", seat, occupant: "human" });
  return html`<button type="button" @click=${takeSeat}>${words.text("page.table.return")}</button>`;
}

/**
 * Renders the button with which the viewer replaces a player who is away when the game waits for them;
 * the host invites to an open seat instead. Players whose network blocks WebSockets are away for the server, but not for themselves.
 *
 * @param {Model} model
 * @param {Handlers} handlers
 */
export function replacementButton({ tableView, view, words }, handlers) {
  const seat = tableView.seats[view.player];
  const { is_host: isHost, may_replace: mayReplace } = tableView;
  if (!mayReplace || !seat?.is_vacant || seat.is_own || (seat.is_open && isHost)) return nothing;
  return html`<button type="button" @click=${() => handlers.open("seats")}>
    ${words.text("page.table.replace")}
  </button>`;
}
