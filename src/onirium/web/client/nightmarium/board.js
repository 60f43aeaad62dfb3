/** The troupe of a player: a banner with name and counts, and the creatures. */

import { html, nothing } from "../vendor/lit-html.js";
import { counted } from "./cards.js";
import { creatureAt, emptySlot } from "./creature.js";
import { backSeats, frontSeat, handOf, handZone, isOnTurn, isOver, nextNumber, slotOf } from "./seats.js";
import { tally } from "./lists.js";
import { classNames } from "../elements.js";
import { seatName } from "../seat_names.js";
import { absence } from "../seats.js";
import { sheet } from "../sheet.js";

/**
 * @typedef {import("../types.js").CardWidgets} CardWidgets
 * @typedef {import("./types.js").View} View
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * Renders a troupe: in front that of the viewer, at the back those of the others. For spectators,
 * the player on turn steps to the front.
 *
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function board(seat, view, widgets) {
  const own = seat === view.seat;
  const near = seat === frontSeat(view);
  const shown = creatures(seat, view, widgets);
  return html`<section
    class="board ${near ? "mine" : "other"} ${states(seat, view)} ${
      seat === inFront(view, widgets) ? "front" : ""
    }"
    aria-labelledby="board-${seat}"
    .style=${`--count: ${Math.max(near ? 3 : 2, shown.length)}`}
  >
    <header class="banner" tabindex="-1">
      <h2 id="board-${seat}">
        ${name(seat, widgets)}${absence(widgets.model.tableView.seats[seat], widgets.words)}${own ? you(widgets) : nothing}
      </h2>
      ${progress(seat, view, widgets)} ${own ? nothing : inHand(seat, view, widgets)}
      ${turn(seat, view, widgets)}
    </header>
    ${near ? nothing : held(seat, view, widgets)}
    <div class="creatures" role="group" aria-label=${widgets.text("page.nightmarium.creatures")}>
      ${
        shown.length
          ? shown
          : html`<p class="nothing">${widgets.text("page.nightmarium.no_creatures")}</p>`
      }
    </div>
  </section>`;
}

/** The seat whose troupe the viewer brought forward, or that acted last. */
let chosen = -1;

/**
 * Renders the tabs of the other players for small screens, where one troupe is shown at a time: that
 * of a player who acts steps to the front. The tab of that troupe lists the known cards.
 *
 * @param {number[]} seats
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function overview(seats, view, widgets) {
  if (widgets.model.busy && seats.includes(view.mover)) chosen = view.mover;
  const front = inFront(view, widgets);
  return html`<nav class="overview" aria-label=${widgets.text("page.nightmarium.players")}>
    ${seats.map(
      (seat) =>
        html`<button
          type="button"
          class="${states(seat, view)} ${isAimedAt(seat, widgets) ? "aimed" : ""}"
          aria-pressed=${seat === front}
          @click=${() => {
            if (seat === front) document.getElementById(knownId(seat))?.showPopover();
            chosen = seat;
            widgets.handlers.refresh();
          }}
        >
          <span class="who">${name(seat, widgets)}</span>
          <span class="counts"
            >${score(seat, view, widgets)} ${handInTab(seat, view, widgets)}</span
          >
        </button>`,
    )}
  </nav>`;
}

/**
 * Renders the player's number, as used in sentences and creatures, and the name.
 *
 * @param {number} seat
 * @param {CardWidgets} widgets
 */
function name(seat, widgets) {
  const number = seat + 1;
  const text = seatName(widgets.model, seat);
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
  const prefix = `creature ${seat + 1}.`;
  return widgets.legalActions.some(
    ({ target, zone, card }) => target.startsWith(prefix) || (card && zone.startsWith(prefix)),
  );
}

/**
 * Returns the seat whose troupe is in front on small screens: one with targets, else the chosen
 * one, else the seat on turn.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function inFront(view, widgets) {
  const around = backSeats(view);
  const aimed = around.filter((seat) => isAimedAt(seat, widgets));
  if (aimed.length) return aimed.includes(chosen) ? chosen : aimed[0];
  return [chosen, view.mover].find((seat) => around.includes(seat)) ?? around[0];
}

/**
 * Returns the classes that mark a seat: on turn, deciding, victim of terror.
 *
 * @param {number} seat
 * @param {View} view
 */
function states(seat, view) {
  return classNames({
    mover: isOnTurn(seat, view),
    deciding: seat === view.player,
    victim: seat === view.victim,
  });
}

/**
 * Renders the hand size of a player on the tab, marked if there are known cards.
 *
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function handInTab(seat, view, widgets) {
  const { size, known } = view.players[seat];
  if (!listsKnown(seat, view)) return cardsInHand(size, widgets);
  return html`<span class="some-known"
    >${cardsInHand(size, widgets)}<span class="unseen"
      >; ${widgets.text("pile.known").toLowerCase()} (${known.length})</span
    ></span
  >`;
}

/** @param {number} seat */
const knownId = (seat) => `nightmarium-known-${seat}`;

/**
 * Returns whether some cards of a hand are known; in an open replay all are shown.
 *
 * @param {number} seat
 * @param {View} view
 */
const listsKnown = (seat, view) => view.players[seat].known.length > 0 && !view.hands;

/**
 * Renders the hand size of a player; a tap lists the known cards.
 *
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function inHand(seat, view, widgets) {
  const { size, known } = view.players[seat];
  if (!listsKnown(seat, view)) return cardsInHand(size, widgets);
  const id = knownId(seat);
  const title = `${widgets.name(seat)}: ${widgets.text("pile.known").toLowerCase()}`;
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
    ><span aria-hidden="true">${size}</span> <span class="unseen">${text}</span></span
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
  return html`<span class="progress">
    ${pips(complete, view.goal)}
    <span class="score" aria-hidden="true">${complete}/${view.goal}</span>
    <span class="unseen">${widgets.text("table.complete", { complete, goal: view.goal })}</span>
  </span>`;
}

/**
 * @param {number} full
 * @param {number} all
 */
function pips(full, all) {
  return html`<span class="pips" aria-hidden="true"
    >${Array.from({ length: all }, (_, index) => html`<i class=${index < full ? "full" : ""}></i>`)}</span
  >`;
}

/**
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function score(seat, view, widgets) {
  const { complete } = view.players[seat];
  const text = widgets.text("table.complete", { complete, goal: view.goal });
  return html`<span class="score" title=${text}
    >${pips(complete, view.goal)}<span class="short" aria-hidden="true"
      >${complete}/${view.goal}</span
    ><span class="unseen">${text}</span></span
  >`;
}

/**
 * Marks the viewer's seat, with a text for screen readers; narrow banners have no room for the mark.
 *
 * @param {CardWidgets} widgets
 */
function you(widgets) {
  const text = widgets.text("table.you");
  return html`<span class="unseen">(${text})</span> <small aria-hidden="true">${text}</small>`;
}

/**
 * Names the turn and the actions left in it to screen readers; shows those of the troupe in front.
 *
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function turn(seat, view, widgets) {
  const { actions: left } = view;
  if (!isOnTurn(seat, view)) return nothing;
  const words = widgets.text("table.actions", { number: left });
  const shown = html`<span class="actions" aria-hidden="true"
    >${pips(left, 2)} <span class="words">${words}</span></span
  >`;
  return html`<span class="unseen">${widgets.text("page.nightmarium.on_turn")}, ${words}</span> ${
    seat === frontSeat(view) ? shown : nothing
  }`;
}

/**
 * Renders the cards in another hand: face up in an open replay, hidden otherwise.
 *
 * @param {number} seat
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function held(seat, view, widgets) {
  return html`<div class="held" aria-hidden=${!view.hands}>
    ${widgets.cards(handZone(seat), handOf(view, seat))}
  </div>`;
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
    slot: slotOf(creature),
    shown: creatureAt(creature, view, widgets),
  }));
  const next = seat === view.seat && !isOver(view) ? nextNumber(view, seat) : "";
  if (next) all.push({ slot: Number(next.split(".")[1]), shown: emptySlot(next, widgets) });
  return all.sort((one, other) => one.slot - other.slot).map(({ shown }) => shown);
}
