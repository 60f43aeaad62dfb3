/** What a view says beyond what is drawn: where each card lies, what comes next, what all hold. */

import { without } from "../card_identity.js";
import { counted, sizeOf, spread } from "./cards.js";
import { cardsOf, creatureZone, handOf, handZone, isAtTable, others } from "./seats.js";

/** @typedef {import("./types.js").View} View */

/**
 * Every card that the table shows, "?" for a hidden one, in the order in which it is drawn.
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
    ["discard", spread(view.discard)],
    ["revealed", view.revealed],
    ...near.flatMap(before),
    ["hand", view.hand],
  ];
}

/**
 * What comes next from the deck, as far as this seat knows: of the present deck's unseen cards,
 * which lie in it or in the hands of others, each is as likely as the other.
 *
 * @param {View} view
 * @returns {{card: string, chance: number}[]}
 */
export function odds(view) {
  const counts = view.deck.size ? view.deck.unseen[0] : view.discard;
  const size = sizeOf(counts);
  return Object.entries(counts)
    .map(([card, count]) => ({ card, chance: count / size }))
    .sort((one, other) => other.chance - one.chance);
}

/**
 * One view in which all hands are open, and hence the deck's content is known.
 *
 * @param {View[]} views the view of each seat
 * @returns {View}
 */
export function open(views) {
  const [first, ...rest] = views;
  const hands = views.map((view) => view.hand);
  const counts = counted(first.deck.unseen.flatMap(spread));
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
 * N3.5, N5.2 A card lies on its creature or begins one, or it lies on the discard pile.
 *
 * @param {View} view
 * @param {import("../protocol.js").LegalAction} choice
 * @returns {View | null}
 */
export function guess(view, { kind, card, zone, target }) {
  if (zone !== "hand") return null;
  const left = { ...view, hand: without(view.hand, card) };
  if (kind === "place") return { ...left, players: placed(view, card, nameOf(target)) };
  if (kind !== "discard") return null;
  return { ...left, discard: { ...view.discard, [card]: (view.discard[card] ?? 0) + 1 } };
}

/** @param {string} target */
const nameOf = (target) => target.slice(target.lastIndexOf(" ") + 1);

/**
 * The players when the one whose view it is has placed a card.
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
