/** The board of a player: name and counts, cards in hand, creatures. */

import { html, nothing } from "../vendor/lit-html.js";
import { counted } from "./cards.js";
import { creatureAt, emptyPlace } from "./creature.js";
import { handOf, handZone, nextNumber, others, placeOf } from "./seats.js";
import { sheet, tally } from "./lists.js";

/**
 * @typedef {import("../types.js").CardWidgets} CardWidgets
 * @typedef {import("./types.js").View} View
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function board(seat, view, widgets) {
  const own = seat === view.seat;
  return html` <section
    class="board ${own ? "mine" : "other"} ${states(seat, view)}"
    aria-labelledby="board-${seat}"
    ?data-see=${seat === inView(view, widgets)}
  >
    <header class="board-head">
      <h2 id="board-${seat}">
        ${name(seat, widgets)}${own ? html` <small>${widgets.text("table.you")}</small>` : nothing}
      </h2>
      ${own ? nothing : inHand(seat, view, widgets)} ${progress(seat, view, widgets)}
      ${
        own
          ? nothing
          : html`<div class="held" aria-hidden=${!view.hands}>
              ${selection(seat, view, widgets)}
            </div>`
      }
    </header>
    <div class="creatures">${creatures(seat, view, widgets)}</div>
  </section>`;
}

/**
 * Renders an overview of the other players for small screens; a tap scrolls to a board.
 *
 * @param {number[]} seats
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function overview(seats, view, widgets) {
  /** @param {number} seat */
  const bring = (seat) => () =>
    document
      .getElementById(`board-${seat}`)
      ?.scrollIntoView({ behavior: "smooth", block: "nearest", inline: "center" });
  return html`<nav class="overview" aria-label=${widgets.text("page.nightmarium.players")}>
    ${seats.map(
      (seat) =>
        html`<button
          type="button"
          class="${states(seat, view)} ${isAimedAt(seat, widgets) ? "aimed" : ""}"
          @click=${bring(seat)}
        >
          <span class="who">${name(seat, widgets)}</span>
          ${cardsInHand(view.players[seat].size, widgets)} ${score(seat, view, widgets)}
        </button>`,
    )}
  </nav>`;
}

/**
 * Renders the player's number, as used in stories and creatures, and the name.
 *
 * @param {number} seat
 * @param {CardWidgets} widgets
 */
function name(seat, widgets) {
  const number = seat + 1;
  const text = widgets.name(seat);
  const numbered = text === widgets.text("player", { number });
  return numbered ? text : html`<span class="number">${number}</span> ${text}`;
}

/**
 * Returns whether a creature of a player is a target of the decision.
 *
 * @param {number} seat
 * @param {CardWidgets} widgets
 */
function isAimedAt(seat, widgets) {
  return widgets.legalActions.some(({ target }) => target.startsWith(`creature ${seat + 1}.`));
}

/**
 * Returns the seat whose board should be visible: one with targets, else the seat on turn.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function inView(view, widgets) {
  const aimed = others(view).find((seat) => isAimedAt(seat, widgets));
  return aimed ?? (view.mover === view.seat ? -1 : view.mover);
}

/**
 * Renders the marks of a seat: on turn, deciding, victim of terror.
 *
 * @param {number} seat
 * @param {View} view
 */
function states(seat, view) {
  return [
    seat === view.mover ? "mover" : "",
    seat === view.player ? "deciding" : "",
    seat === view.victim ? "victim" : "",
  ].join(" ");
}

/**
 * Renders the hand size of a player; a tap lists the known cards.
 *
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function inHand(seat, view, widgets) {
  const { size, known } = view.players[seat];
  if (!known.length || view.hands) return cardsInHand(size, widgets);
  const id = `nightmarium-known-${seat}`;
  const title = `${widgets.name(seat)}: ${widgets.text("pile.known")}`;
  return html`<button
      type="button"
      class="known"
      popovertarget=${id}
      aria-label="${title} (${known.length}); ${widgets.count("table.cards", size)}"
      title=${title}
    >
      ${cardsInHand(size, widgets)}<small>${known.length}</small>
    </button>
    ${sheet(id, title, tally(counted(known), widgets), widgets)}`;
}

/**
 * @param {number} size
 * @param {CardWidgets} widgets
 */
function cardsInHand(size, widgets) {
  const text = widgets.count("table.cards", size);
  return html`<span class="in-hand" title=${text}
    ><span aria-hidden="true">${size}</span> <span class="only-said">${text}</span></span
  >`;
}

/**
 * Renders the complete creatures as filled pips, out of the number that wins.
 *
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function progress(seat, view, widgets) {
  const { complete } = view.players[seat];
  const pips = Array.from({ length: view.goal }, (_, place) => place < complete);
  return html`<span class="progress">
    <span class="pips" aria-hidden="true">
      ${pips.map((full) => html`<span class="pip ${full ? "full" : ""}"></span>`)}
    </span>
    ${score(seat, view, widgets)}
  </span>`;
}

/**
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function score(seat, view, widgets) {
  const { complete } = view.players[seat];
  const text = widgets.text("table.complete", { complete, goal: view.goal });
  return html`<span class="score" title=${text}>
    <span aria-hidden="true">${complete}/${view.goal}</span>
    <span class="only-said">${text}</span></span
  >`;
}

/**
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function selection(seat, view, widgets) {
  return widgets.cards(handZone(seat), handOf(view, seat), { compact: true });
}

/**
 * Renders the creatures of a player, with the position of the next one on the own board.
 *
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function creatures(seat, view, widgets) {
  const all = view.players[seat].creatures.map((creature) => ({
    place: placeOf(creature),
    shown: creatureAt(creature, view, widgets),
  }));
  const next = seat === view.seat && !view.outcome ? nextNumber(view, seat) : "";
  if (next) all.push({ place: Number(next.split(".")[1]), shown: emptyPlace(next, widgets) });
  if (!all.length)
    return html`<p class="nothing">${widgets.text("page.nightmarium.no_creatures")}</p>`;
  return all.sort((one, other) => one.place - other.place).map(({ shown }) => shown);
}
