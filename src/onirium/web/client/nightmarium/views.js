/** Functions of views: zones of cards, odds of the next card, open hands, predictions, the acting creature. */

import { listCards, removeLast } from "../card_identity.js";
import { abilityOf, counted, legionOf, partsOf, sizeOf } from "./cards.js";
import { cardsOf, creatureZone, handOf, handZone, isAtTable, others } from "./seats.js";

/** @typedef {import("./types.js").View} View */

/**
 * Returns every visible card by zone, "?" for hidden ones, in drawing order.
 *
 * @param {View} view
 * @returns {[string, string[]][]}
 */
export function zones(view) {
  const near = isAtTable(view) ? [view.seat] : [];
  /** @type {(seat: number) => [string, string[]][]} */
  const before = (seat) =>
    view.players[seat].creatures.map((creature) => [creatureZone(creature), cardsOf(creature)]);
  return [
    ...others(view).flatMap((seat) => [
      /** @type {[string, string[]]} */ ([handZone(seat), handOf(view, seat)]),
      ...before(seat),
    ]),
    ["deck", view.deck.size ? ["?"] : []],
    ["discard", listCards(view.discard)],
    ["revealed", view.revealed],
    ...near.flatMap(before),
    ["hand", view.hand],
  ];
}

/**
 * Returns the probabilities of the next card for this seat: each unseen card of the present deck,
 * in the deck or in other hands, is equally likely.
 *
 * @param {View} view
 * @returns {{card: string, count: number, probability: number}[]}
 */
export function odds(view) {
  const counts = view.deck.size ? view.deck.unseen[0] : view.discard;
  const size = sizeOf(counts);
  return Object.entries(counts)
    .map(([card, count]) => ({ card, count, probability: count / size }))
    .sort((one, other) => other.probability - one.probability);
}

/**
 * Merges the views of all seats into one with open hands and a known deck.
 *
 * @param {View[]} views one view per seat
 * @returns {View}
 */
export function open(views) {
  const [first, ...rest] = views;
  const hands = views.map((view) => view.hand);
  const counts = counted(first.deck.unseen.flatMap(listCards));
  for (const view of rest) {
    const hidden = counted(view.hand);
    for (const card of view.players[view.seat].known) hidden[card] -= 1;
    for (const card of Object.keys(hidden)) counts[card] = (counts[card] ?? 0) - hidden[card];
  }
  const unseen = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
  const deck = { size: first.deck.size, unseen: [unseen] };
  return { ...first, seat: views.length, hand: [], hands, deck };
}

/**
 * N3.5, N5.2 Predicts the placement of a card on a creature or on the discard pile.
 *
 * @param {View} view
 * @param {import("../protocol.js").LegalAction} legalAction
 * @returns {View | null}
 */
export function predict(view, { kind, card, zone, target }) {
  if (zone !== "hand") return null;
  const left = { ...view, hand: removeLast(view.hand, card) };
  if (kind === "place") return { ...left, players: placed(view, card, nameOf(target)) };
  if (kind !== "discard") return null;
  return { ...left, discard: { ...view.discard, [card]: (view.discard[card] ?? 0) + 1 } };
}

/** @param {string} target */
const nameOf = (target) => target.slice(target.lastIndexOf(" ") + 1);

/**
 * Returns the players after the viewer has placed a card.
 *
 * @param {View} view
 * @param {string} card
 * @param {string} number of the creature
 */
function placed(view, card, number) {
  const own = view.players[view.seat];
  const begun = own.creatures.some((creature) => creature.number === number);
  const creatures = begun
    ? own.creatures.map((creature) =>
        creature.number === number ? grown(creature, card) : creature,
      )
    : [...own.creatures, { number, legs: card, torso: "", head: "" }];
  creatures.sort((one, other) => one.number.localeCompare(other.number));
  const size = own.size - 1;
  return view.players.map((player) => (player === own ? { ...own, size, creatures } : player));
}

/**
 * @param {import("./types.js").Creature} creature
 * @param {string} card
 */
function grown(creature, card) {
  return creature.torso ? { ...creature, head: card } : { ...creature, torso: card };
}

/**
 * N4.1, N4.3 Returns why a card of the hand has no place. Where it has one, nothing: another reason is
 * its legion, which is shown, a pending exchange or a lesson.
 *
 * @param {View} view
 * @param {import("../types.js").CardRef} lifted
 * @param {import("../types.js").Words} words
 * @param {boolean} isLegal
 */
export function promptFor(view, { zone, card }, words, isLegal) {
  const { legion } = view;
  if (!isLegal || zone !== "hand" || (legion && legion !== legionOf(card))) return "";
  const parts = partsOf(card);
  if (missingParts(view).some((part) => parts.includes(part))) return "";
  const lowest = parts.includes("legs") ? "legs" : "part";
  return words.text(`page.nightmarium.no_place.${lowest}`);
}

/**
 * N4.1, N4.3 Returns the parts that the viewer can place: those that a creature needs next.
 *
 * @param {View} view
 */
function missingParts({ seat, players, goal }) {
  const { creatures } = players[seat];
  const next = creatures.map(({ torso, head }) => (head ? "" : torso ? "head" : "torso"));
  return creatures.length < goal ? [...next, "legs"] : next;
}

/** N3.4 The number of exchanged cards for each card drawn. */
const CARDS_PER_DRAW = 2;

/**
 * N3.4 Returns the consequence of exchanging cards, with those already discarded for it.
 *
 * @param {number} number
 * @param {import("../i18n.js").Words} words
 * @param {View} view
 */
export function gatherNote(number, words, { exchanged }) {
  const total = exchanged + number;
  if (total < CARDS_PER_DRAW) return words.text("page.nightmarium.exchange.one");
  return words.count("page.nightmarium.exchange.draws", Math.floor(total / CARDS_PER_DRAW));
}

/**
 * Returns the creature whose abilities act, if there is one.
 *
 * @param {View} view
 */
function actingCreature({ players, creature }) {
  return players.flatMap(({ creatures }) => creatures).find(({ number }) => number === creature);
}

/**
 * Returns the abilities of the acting creature in their order, top down, and the index of the
 * present one; null without an acting creature.
 *
 * @param {View} view
 */
export function abilityChain(view) {
  const creature = actingCreature(view);
  if (!creature) return null;
  const abilities = [creature.head, creature.torso, creature.legs].map(abilityOf).filter(Boolean);
  return { abilities, present: abilities.length - view.abilities.length - 1 };
}

/**
 * Returns the legion whose terror makes somebody discard, or an empty string.
 *
 * @param {View} view
 */
export function terrifying(view) {
  const head = view.victim < 0 ? "" : actingCreature(view)?.head;
  return head ? legionOf(head) : "";
}
