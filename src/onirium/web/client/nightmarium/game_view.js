/** The table of Nightmarium; implements the interface of a game (types.js). */

import { classNames } from "../elements.js";
import { html, nothing } from "../vendor/lit-html.js";
import { board, overview } from "./board.js";
import { LEGIONS } from "./cards.js";
import { crypt, grave } from "./center.js";
import { backSeats, frontSeat, handOf, handZone, isAtTable, isOnTurn, others } from "./seats.js";
import { terrifying } from "./views.js";

export { variantOf } from "./cards.js";
export { panel, turn } from "./center.js";
export { scene } from "./scene.js";
export { gatherNote, predict, promptFor, odds, open, zones } from "./views.js";

/**
 * @typedef {import("../types.js").CardWidgets} CardWidgets
 * @typedef {import("./types.js").View} View
 * @typedef {import("../types.js").TemplateResult} Template
 */

/** Events are neither heard nor animated before the first touch. */
export const loadEvents = () => import("./event_animations.js");

/** Text of the button that exchanges the gathered cards. */
export const gatherTextKey = "page.nightmarium.exchange";

/** N3.4 A card without a place is not discarded but exchanged. */
export const spareTextKey = "page.nightmarium.spare";

export const zoneKeys = {
  t: ".board.mine .creature",
  p: ".board.other :is(.banner, .creature)",
  k: ".prop.crypt",
  x: ".prop.grave",
};

export const stageMarks = {
  overview: ".overview",
  crowd: ".creature:nth-child(6)",
  full: ".creature:nth-child(6), .board.other:nth-child(4) .creature:nth-child(5)",
  open: ".stage.open",
  acting: ".creature.acting",
  ...Object.fromEntries(LEGIONS.map((legion) => [`terror-${legion}`, `.terror-${legion}`])),
};

/** Exchanging gives a card away: it needs its button, the discard pile or its key. */
export const deliberateKinds = ["exchange"];

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function table(view, widgets) {
  const around = backSeats(view);
  return html`${around.length > 1 ? overview(around, view, widgets) : nothing}
    <div class="rivals" role="group" aria-label=${widgets.text("page.nightmarium.players")}>
      ${around.map((seat) => board(seat, view, widgets))}
    </div>
    ${crypt(view, widgets)} ${board(frontSeat(view), view, widgets)}
    ${grave(view, widgets)}`;
}

/**
 * Returns the classes of the stage that depend on the game.
 *
 * @param {View} view
 */
export function stage(view) {
  return classNames({
    duel: backSeats(view).length === 1,
    open: Boolean(view.hands),
    [`terror-${terrifying(view)}`]: view.victim >= 0,
    [`seats-${view.players.length}`]: true,
  });
}

/**
 * Returns the state of the game as sentences: each player's creatures and cards, whose turn it is,
 * the own actions.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function situation(view, widgets) {
  const sentences = view.players.map(({ complete, size }, seat) => {
    const counts = [
      widgets.text("table.complete", { complete, goal: view.goal }),
      ...(seat === view.seat ? [] : [widgets.count("table.cards", size)]),
      ...(isOnTurn(seat, view) ? [widgets.text("page.nightmarium.on_turn")] : []),
    ];
    return `${widgets.name(seat)}: ${counts.join(", ")}.`;
  });
  if (isOnTurn(view.seat, view)) sentences.push(...actionsLeft(view, widgets));
  const revealed = view.revealed.map((card) => widgets.cardName(card)).join(", ");
  return revealed ? [...sentences, `${widgets.text("pile.revealed")}: ${revealed}.`] : sentences;
}

/**
 * N3.1 Returns the facts about an action of the turn: the number of actions left, and the legion that binds it.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function turnFacts(view, widgets) {
  return view.step === "act" ? actionsLeft(view, widgets) : [];
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function actionsLeft(view, { words }) {
  const actions = words.text("table.actions", { number: view.actions });
  const legions = view.legion && words.text(`legions.${view.legion}`);
  const binding = legions && `; ${words.text("table.legion", { legions })}`;
  return [words.capitalize(`${actions}${binding}.`)];
}

/**
 * Returns the figures shown at the end.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function figures(view, widgets) {
  const complete = (/** @type {number} */ seat) => view.players[seat].complete;
  const best = Math.max(...others(view).map(complete));
  const counts = isAtTable(view)
    ? { creatures: complete(view.seat), best, hand: view.hand.length }
    : { creatures: best };
  return Object.entries(counts).map(([name, number]) => ({
    number,
    label: widgets.count(`page.ending.nightmarium.${name}`, number),
  }));
}

/**
 * Renders the hand of the troupe in front; spectators see the backs of its cards.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function hand(view, widgets) {
  const seat = frontSeat(view);
  const own = isAtTable(view);
  const cards = own ? view.hand : handOf(view, seat);
  return html`<div
    class="own"
    role="group"
    aria-label="${widgets.text("pile.hand")}: ${widgets.count("cards", cards.length)}"
    aria-hidden=${!own && !view.hands}
  >
    <div class="fan" .style=${`--n: ${cards.length}`}>
      ${widgets.cards(own ? "hand" : handZone(seat), cards)}
    </div>
  </div>`;
}
