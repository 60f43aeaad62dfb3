/** What lies before a player: name and counts, the cards in hand, the creatures. */

import { html, nothing } from "../vendor/lit-html.js";
import { counted } from "./cards.js";
import { creatureAt, emptyPlace } from "./creature.js";
import { handOf, handZone, nextNumber, others, placeOf } from "./seats.js";
import { sheet, tally } from "./lists.js";

/**
 * @typedef {import("../types.js").Desk} Desk
 * @typedef {import("./types.js").View} View
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * @param {number} seat
 * @param {View} view
 * @param {Desk} desk
 * @returns {Template}
 */
export function board(seat, view, desk) {
  const own = seat === view.seat;
  return html` <section
    class="board ${own ? "mine" : "other"} ${states(seat, view)}"
    aria-labelledby="board-${seat}"
    ?data-see=${seat === inView(view, desk)}
  >
    <header class="board-head">
      <h2 id="board-${seat}">
        ${name(seat, desk)}${own ? html` <small>${desk.text("table.you")}</small>` : nothing}
      </h2>
      ${own ? nothing : inHand(seat, view, desk)} ${progress(seat, view, desk)}
      ${
        own
          ? nothing
          : html`<div class="held" aria-hidden=${!view.hands}>${held(seat, view, desk)}</div>`
      }
    </header>
    <div class="creatures">${creatures(seat, view, desk)}</div>
  </section>`;
}

/**
 * The other players at a glance, where not all boards are in sight; a touch brings one there.
 *
 * @param {number[]} seats
 * @param {View} view
 * @param {Desk} desk
 * @returns {Template}
 */
export function overview(seats, view, desk) {
  /** @param {number} seat */
  const bring = (seat) => () =>
    document
      .getElementById(`board-${seat}`)
      ?.scrollIntoView({ behavior: "smooth", block: "nearest", inline: "center" });
  return html`<nav class="overview" aria-label=${desk.text("page.nightmarium.players")}>
    ${seats.map(
      (seat) =>
        html`<button
          type="button"
          class="${states(seat, view)} ${isAimedAt(seat, desk) ? "aimed" : ""}"
          @click=${bring(seat)}
        >
          <span class="who">${name(seat, desk)}</span>
          ${cardsInHand(view.players[seat].size, desk)} ${score(seat, view, desk)}
        </button>`,
    )}
  </nav>`;
}

/**
 * The number by which stories and creatures call a player, and the name.
 *
 * @param {number} seat
 * @param {Desk} desk
 */
function name(seat, desk) {
  const number = seat + 1;
  const text = desk.name(seat);
  const numbered = text === desk.text("player", { number });
  return numbered ? text : html`<span class="number">${number}</span> ${text}`;
}

/**
 * Tells whether a creature of a player is a target of the decision.
 *
 * @param {number} seat
 * @param {Desk} desk
 */
function isAimedAt(seat, desk) {
  return desk.choices.some(({ target }) => target.startsWith(`creature ${seat + 1}.`));
}

/**
 * The seat whose board should be in sight: where there is something to aim at, else who moves.
 *
 * @param {View} view
 * @param {Desk} desk
 */
function inView(view, desk) {
  const aimed = others(view).find((seat) => isAimedAt(seat, desk));
  return aimed ?? (view.mover === view.seat ? -1 : view.mover);
}

/**
 * Whose turn it is, who decides, who suffers.
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
 * The number of a player's cards; where some are known, a touch lists them.
 *
 * @param {number} seat
 * @param {View} view
 * @param {Desk} desk
 */
function inHand(seat, view, desk) {
  const { size, known } = view.players[seat];
  if (!known.length || view.hands) return cardsInHand(size, desk);
  const id = `nightmarium-known-${seat}`;
  const title = `${desk.name(seat)}: ${desk.text("pile.known")}`;
  return html`<button
      type="button"
      class="known"
      popovertarget=${id}
      aria-label="${title} (${known.length}); ${desk.count("table.cards", size)}"
      title=${title}
    >
      ${cardsInHand(size, desk)}<small>${known.length}</small>
    </button>
    ${sheet(id, title, tally(counted(known), desk), desk)}`;
}

/**
 * @param {number} size
 * @param {Desk} desk
 */
function cardsInHand(size, desk) {
  const text = desk.count("table.cards", size);
  return html`<span class="in-hand" title=${text}
    ><span aria-hidden="true">${size}</span> <span class="only-said">${text}</span></span
  >`;
}

/**
 * How many of the creatures that win are complete, as so many filled pips.
 *
 * @param {number} seat
 * @param {View} view
 * @param {Desk} desk
 */
function progress(seat, view, desk) {
  const { complete } = view.players[seat];
  const pips = Array.from({ length: view.goal }, (_, place) => place < complete);
  return html`<span class="progress">
    <span class="pips" aria-hidden="true">
      ${pips.map((full) => html`<span class="pip ${full ? "full" : ""}"></span>`)}
    </span>
    ${score(seat, view, desk)}
  </span>`;
}

/**
 * @param {number} seat
 * @param {View} view
 * @param {Desk} desk
 */
function score(seat, view, desk) {
  const { complete } = view.players[seat];
  const text = desk.text("table.complete", { complete, goal: view.goal });
  return html`<span class="score" title=${text}>
    <span aria-hidden="true">${complete}/${view.goal}</span>
    <span class="only-said">${text}</span></span
  >`;
}

/**
 * @param {number} seat
 * @param {View} view
 * @param {Desk} desk
 */
function held(seat, view, desk) {
  return desk.cards(handZone(seat), handOf(view, seat), { compact: true });
}

/**
 * A player's creatures by place, with the place where the next one can begin among one's own.
 *
 * @param {number} seat
 * @param {View} view
 * @param {Desk} desk
 */
function creatures(seat, view, desk) {
  const all = view.players[seat].creatures.map((creature) => ({
    place: placeOf(creature),
    shown: creatureAt(creature, view, desk),
  }));
  const next = seat === view.seat && !view.outcome ? nextNumber(view, seat) : "";
  if (next) all.push({ place: Number(next.split(".")[1]), shown: emptyPlace(next, desk) });
  if (!all.length) return html`<p class="nothing">${desk.text("page.nightmarium.no_creatures")}</p>`;
  return all.sort((one, other) => one.place - other.place).map(({ shown }) => shown);
}
