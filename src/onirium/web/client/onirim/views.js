/** Functions of views: zones of cards, sets of a row, odds of the next card, open hands, predictions. */

import { HIDDEN, gainedCards, listCards, removeLast } from "../card_identity.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */

export const COLOURS = ["red", "blue", "green", "brown"];

export const FULL_SET = 3;

/**
 * Returns every visible card by zone, "?" for hidden ones, in drawing order.
 *
 * @param {View} view
 * @returns {[string, string[]][]}
 */
export function zones(view) {
  const { partner, towers, book: goals, premonitions: waiting } = view;
  return [
    ["hand", view.hand],
    ["shared", view.shared],
    ["row", view.row],
    ["doors", doorsOf(view.doors)],
    ["table", view.drawn ? [view.drawn] : []],
    ["peeked", view.peeked],
    ["ordered", view.ordered],
    ["partner hand", partner?.hand ?? []],
    ["partner row", partner?.row ?? []],
    ["partner doors", partner ? doorsOf(partner.doors) : []],
    ["towers", towers?.row ?? []],
    ["goals", goals?.goals ?? []],
    ["premonitions", waiting?.face_up ?? []],
    ["striking", waiting?.striking ? [waiting.striking] : []],
    ["limbo", listCards(view.limbo)],
    ["discard", listCards(view.discard)],
  ];
}

/**
 * Returns the colour of a room, a tower or a door; of a Premonition what it is named after.
 *
 * @param {string} card
 */
export function colourOf(card) {
  return card.split(" ")[0];
}

/** @param {Record<string, number>} doors */
export function doorsOf(doors) {
  return COLOURS.flatMap((colour) => Array(doors[colour]).fill(`${colour} door`));
}

/**
 * Returns the rooms of a row by sets: neighbours of one colour, at most three.
 *
 * @param {string[]} row
 */
export function setsOf(row) {
  /** @type {string[][]} */
  const found = [];
  for (const room of row) {
    const set = found.at(-1);
    const continues = set && set.length < FULL_SET && colourOf(set[0]) === colourOf(room);
    if (continues) set.push(room);
    else found.push([room]);
  }
  return found;
}

/**
 * O3.3, O8.2 Returns the colour of the door that a lifted card would open, or an empty string.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function nextDoor({ row, set_length: length, deck, book }, widgets) {
  const { lifted } = widgets.selection;
  const [colour] = row.at(-1)?.split(" ") ?? [""];
  if (!lifted || length !== 2 || colourOf(lifted.card) !== colour) return "";
  if (!deck.cards[`${colour} door`] || (book && book.next !== colour)) return "";
  const plays = widgets.actionsOfCard(lifted.zone, lifted.card).some(({ kind }) => kind === "play");
  return plays ? colour : "";
}

/**
 * O10.2 Returns the Premonitions that strike; a Happy Dream dispels one instead.
 *
 * @param {View} before
 * @param {View} after
 * @returns {string[]}
 */
export function struckPremonitions({ step, premonitions: before }, { premonitions: after }) {
  return before && step !== "dream" ? gainedCards(after.face_up, before.face_up) : [];
}

/**
 * O12 Returns the probabilities of the next card for this seat.
 *
 * @param {View} view
 */
export function odds({ deck }) {
  const [next] = deck.top;
  if (next && next !== HIDDEN) return [{ card: next, count: 1, probability: 1 }];
  const unknown = new Map(Object.entries(deck.cards));
  for (const card of [...deck.top, ...deck.bottom]) {
    if (card !== HIDDEN) unknown.set(card, (unknown.get(card) ?? 0) - 1);
  }
  const all = [...unknown.values()].reduce((sum, count) => sum + count, 0);
  return [...unknown]
    .filter(([, count]) => count > 0)
    .map(([card, count]) => ({ card, count, probability: count / all }))
    .sort((one, other) => other.probability - one.probability);
}

/**
 * Merges the views of both players into one with open cards.
 *
 * @param {View[]} views
 * @returns {View}
 */
export function open(views) {
  const [first, second] = views;
  if (!second) return first;
  const deck = {
    ...first.deck,
    top: seenByEither(first.deck.top, second.deck.top),
    bottom: seenByEither(first.deck.bottom, second.deck.bottom),
  };
  const peeked = seenByEither(first.peeked, second.peeked);
  const ordered = seenByEither(first.ordered, second.ordered);
  return { ...first, deck, peeked, ordered, partner: { ...first.partner, hand: second.hand } };
}

/**
 * @param {string[]} one
 * @param {string[]} other
 */
function seenByEither(one, other) {
  return one.map((card, index) => (card === HIDDEN ? (other[index] ?? HIDDEN) : card));
}

/**
 * O3.2, O3.5 Predicts a room played to the row, or a card discarded.
 *
 * @param {View} view
 * @param {import("../protocol.js").LegalAction} legalAction
 * @returns {View | null}
 */
export function predict(view, { kind, card, zone }) {
  if (zone !== "hand" && zone !== "shared") return null;
  const left = { ...view, [zone]: removeLast(view[zone], card) };
  if (kind === "play") return { ...left, row: [...view.row, card] };
  if (kind !== "discard") return null;
  return { ...left, discard: { ...view.discard, [card]: (view.discard[card] ?? 0) + 1 } };
}

/**
 * O8.5 Returns the index of a pair among all ordered pairs.
 *
 * @param {number} one
 * @param {number} other
 * @param {number} all number of elements
 */
export function pairOf(one, other, all) {
  const [first, second] = one < other ? [one, other] : [other, one];
  return first * all - (first * (first + 1)) / 2 + second - first - 1;
}
