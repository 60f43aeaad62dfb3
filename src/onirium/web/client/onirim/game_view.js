/** The table of Onirim. */

import { classNames } from "../elements.js";
import { html, nothing } from "../vendor/lit-html.js";
import { gates } from "./gates.js";
import { labyrinth } from "./labyrinth.js";
import { foundDoors, neededDoors, sideOf } from "./outcome.js";
import { props } from "./props.js";
import { shelf } from "./shelf.js";
import { nextDoor } from "./views.js";

export { outcome } from "./outcome.js";
export { routine, routineLabel } from "./routine.js";
export { predict, odds, open, zones } from "./views.js";
export { scene } from "./scene.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */

/** O7.2 Number of shared cards after both players have chosen. */
const RESERVE_SIZE = 2;

/** Events are neither heard nor animated before the first touch. */
export const loadEvents = () => import("./event_animations.js");

/** O7.2 Both reserves together are the hand. */
export const handZones = ["hand", "shared"];

/** O8.4, O10.2, O10.3 Cards pay for spells, and Premonitions strike or are dispelled. */
export const exitZones = ["discard", "premonitions", "striking"];

export const zoneKeys = {
  g: ".doors .gates",
  l: ".labyrinth",
  k: ".prop.deck",
  i: ".prop.limbo",
  x: ".prop.discard",
  e: ".part:not(.part-partner) .spot, .spells, .shelf :not([popovertarget=part-partner])",
  p: ".part-partner .spot, .shelf [popovertarget=part-partner]",
};

export const stageMarks = {
  extras: ".extras",
  nightmare: ".drawn.nightmare",
  drawn: ".drawn",
  partner: ".part-partner",
  towers: ".part-towers",
  premonitions: ".part-premonitions",
  book: ".part-book",
  "two-tabs": ".shelf > :nth-child(2)",
  "three-tabs": ".shelf > :nth-child(3)",
};

/** Goals are swapped by tapping them, without buttons. */
export const silentKinds = ["swap"];

/** Discarding is final: it needs its button, the discard pile or its key. */
export const deliberateKinds = ["discard"];

/**
 * O3.2 Returns why the lifted card can only be discarded, or with what it is paired.
 *
 * @param {View} view
 * @param {import("../types.js").CardRef} lifted
 * @param {import("../types.js").Words} words
 * @param {boolean} isLegal whether the card has legal actions
 */
export function promptFor({ row }, { zone, card }, words, isLegal) {
  if (zone === "goals") return words.text("page.table.onirim.swap");
  const symbol = card.split(" ")[1];
  const barred = isLegal && row.at(-1)?.split(" ")[1] === symbol && zone !== "peeked";
  const key = `page.table.onirim.barred.${symbol}`;
  return barred && words.has(key) ? words.text(key) : "";
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function table(view, widgets) {
  return html`<section class="doors">
      ${gates("doors", view.doors, view.partner ? 1 : 2, widgets, nextDoor(view, widgets))}
    </section>
    ${labyrinth(view, widgets)} ${drawn(view, widgets)} ${props(view, widgets)}
    ${shelf(view, widgets)}`;
}

/**
 * Returns the classes of the stage that depend on the game.
 *
 * @param {View} view
 */
export function stage({ towers, book, premonitions, partner }) {
  return classNames({
    extras: Boolean(towers || book || premonitions),
    two: Boolean(partner),
    shelved: Boolean(towers || book || premonitions || partner),
  });
}

/**
 * O2.1, O7.6 Returns how many of the doors that win the game are found.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function tally(view, widgets) {
  const side = sideOf(view, widgets.model);
  return widgets.text("page.table.onirim.doors", { number: foundDoors(side), all: neededDoors(view, side) });
}

/**
 * Returns the state of the dream as sentences.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function situation(view, widgets) {
  const { row, set_length: length, deck, book, drawn: card, towers, shared, peeked } = view;
  const [colour, symbol] = row.at(-1)?.split(" ") ?? [];
  const set =
    length &&
    widgets.text("table.set", { colour: widgets.text(`colour.${colour}`), number: length });
  const barred =
    symbol && widgets.text("table.barred", { symbol: widgets.text(`symbol.${symbol}`) });
  const goal =
    book?.next &&
    widgets.text("table.next goal", { card: widgets.text(`card.${book.next} door`) });
  const nightmares = deck.cards.nightmare ?? 0;
  return [
    tally(view, widgets),
    goal,
    card && `${drawnLabel(view, widgets)}: ${widgets.cardName(card)}`,
    [set, barred].filter(Boolean).join(", "),
    `${widgets.text("pile.deck")}: ${widgets.count("table.deck", deck.size, { nightmares })}`,
    towers && `${widgets.text("pile.towers")}: ${namesOf(towers.row, widgets)}`,
    ...Object.entries({ peeked, shared }).map(
      ([pile, cards]) => cards.length && `${widgets.text(`pile.${pile}`)}: ${namesOf(cards, widgets)}`,
    ),
  ]
    .filter(Boolean)
    .map((sentence) => `${sentence}.`);
}

/**
 * @param {string[]} cards
 * @param {CardWidgets} widgets
 */
function namesOf(cards, widgets) {
  return cards.map((card) => widgets.cardName(card)).join(", ") || widgets.text("pile.empty");
}

/**
 * Returns the figures shown at the end: those of the players who win with the viewer.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function figures(view, widgets) {
  const { discard, deck, book } = view;
  const side = sideOf(view, widgets.model);
  const counts = {
    doors: foundDoors(side),
    rooms: side.flatMap(({ row }) => row).length,
    nightmares: (discard.nightmare ?? 0) + (book?.removed.nightmare ?? 0),
    left: deck.size,
  };
  return Object.entries(counts).map(([name, number]) => ({
    number,
    label: widgets.count(`page.ending.onirim.${name}`, number),
  }));
}

/**
 * Renders the drawn card: an apparition beside the set.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function drawn(view, widgets) {
  if (!view.drawn) return nothing;
  const label = drawnLabel(view, widgets);
  return html`<div class="drawn ${view.drawn.replace(" ", "-")}" role="group" aria-label=${label}>
    ${widgets.cards("table", [view.drawn])}
  </div>`;
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function drawnLabel({ step }, widgets) {
  return widgets.text(step === "take" ? "pile.offered" : "pile.drawn");
}

/**
 * Renders the cards being looked at, and those already returned to the deck.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function panel({ peeked, ordered }, widgets) {
  if (!peeked.length && !ordered.length) return nothing;
  return html`${row("peeked", peeked, widgets)}
  ${row("ordered", ordered, widgets, (_card, index) => html`<b class="count">${index + 1}</b>`)}`;
}

/**
 * @param {"peeked" | "ordered"} zone
 * @param {string[]} cards
 * @param {CardWidgets} widgets
 * @param {(card: string, index: number) => unknown} [badge]
 */
function row(zone, cards, widgets, badge) {
  if (!cards.length) return nothing;
  const label = widgets.text(`pile.${zone}`);
  return html`<div
    class="fan ${zone}"
    role="group"
    aria-label=${label}
    .style=${`--n: ${cards.length}`}
  >
    ${widgets.cards(zone, cards, { badge })}
  </div>`;
}

/**
 * O7.2 Returns the key of the name of the own cards: two players have a personal reserve.
 *
 * @param {View} view
 */
export const handKey = ({ partner: other }) => (other ? "pile.personal" : "pile.hand");

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function hand(view, widgets) {
  const { hand: own, shared, partner: other } = view;
  const unmatched = [...(other?.shown ?? [])];
  const isKnown = own.map((/** @type {string} */ card) => {
    const index = unmatched.indexOf(card);
    if (index >= 0) unmatched.splice(index, 1);
    return index >= 0;
  });
  const known = widgets.text("pile.shown");
  /** @type {(card: string, index: number) => unknown} */
  const eye = (_card, index) =>
    isKnown[index]
      ? html`<img class="eye" src=${widgets.picture("symbol-eye")} alt="" title=${known} />`
      : nothing;
  const drafts = shared.length > RESERVE_SIZE ? "draft" : "";
  return html`<div class="own ${drafts}">
    ${widgets.pile(
      "hand",
      `${widgets.text(handKey(view))}: ${widgets.count("cards", own.length)}`,
      html`<div class="fan" .style=${`--n: ${own.length}`}>
        ${widgets.cards("hand", own, { badge: eye, note: (index) => (isKnown[index] ? known : "") })}
      </div>`,
      { className: `hand ${own.length ? "" : "none"}` },
    )}
    ${
      other
        ? widgets.pile(
            "shared",
            `${widgets.text("pile.shared")}: ${widgets.count("cards", shared.length)}`,
            html`<p class="label" aria-hidden="true">${widgets.text("pile.shared")}</p>
              <div class="fan" .style=${`--n: ${shared.length}`}>
                ${widgets.cards("shared", shared)}
              </div>`,
            { className: "hand shared" },
          )
        : nothing
    }
  </div>`;
}
