/** What a view says beyond what is drawn: where each card lies, what comes next, what all hold. */

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
