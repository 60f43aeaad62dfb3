/** Animations of the events of Onirim, from the change of a view. */

import { gainedCards, listCards } from "../card_identity.js";
import { COLOURS, colourOf, struckPremonitions } from "./views.js";

export { EVENT_MS, cues } from "./cues.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */
/** @typedef {import("../types.js").EventAnimation} EventAnimation */

const DECK = ".stack .card";
const DRAWN = ".drawn .card";
const PILES = { discard: ".prop.discard .card:last-of-type", limbo: ".prop.limbo .card" };
/** When the deck is shuffled: the door has arrived, or the cards of limbo have. */
const SEARCHED_MS = 1300;
const RETURNED_MS = 460;
/** When a Premonition strikes: the door has opened, or the Premonition before it has struck. */
const STRIKE_MS = 1800;

/** Pictures that only animations show. */
export const pictures = COLOURS.flatMap((colour) => [`doorway-${colour}`, `leaf-${colour}`]);

const DREAMS = ["nightmare", "happy dream"];

/**
 * @param {View} before
 * @param {View} after
 * @param {CardWidgets} widgets
 * @returns {EventAnimation[]}
 */
export function eventAnimations(before, after, widgets) {
  return [
    ...dreamDrawn(before, after, widgets),
    ...doorFound(before, after, widgets),
    ...cardsRevealed(before, after, widgets),
    ...deckShuffled(before, after, widgets),
    ...premonitionsStruck(before, after, widgets),
  ];
}

/** @type {(before: View, after: View, widgets: CardWidgets) => EventAnimation[]} */
function dreamDrawn({ drawn: before }, { drawn }, widgets) {
  if (before || !DREAMS.includes(drawn)) return [];
  const picture = widgets.latestPicture("table", drawn);
  return [{ kind: "appear", picture, from: DECK, to: DRAWN, zone: "table" }];
}

/** Returns the doors that are found, from the deck or with a key. @type {typeof eventAnimations} */
function doorFound(before, after, widgets) {
  return COLOURS.filter((colour) => after.doors[colour] > before.doors[colour]).map((colour) => {
    const from = before.drawn ? DRAWN : DECK;
    const all = `.gates[data-pile=doors] .gate.ajar`;
    const number = COLOURS.slice(0, COLOURS.indexOf(colour) + 1).reduce(
      (sum, one) => sum + after.doors[one],
      0,
    );
    return {
      kind: "find",
      picture: widgets.latestPicture("doors", `${colour} door`),
      from,
      to: `${all}:nth-child(${number} of .ajar)`,
      zone: "doors",
      door: {
        shut: [widgets.picture(`gate-${colour}-shut`), widgets.picture(`badge-${colour}`)],
        doorway: widgets.picture(`doorway-${colour}`),
        leaf: widgets.picture(`leaf-${colour}`),
      },
    };
  });
}

/** Returns the cards that go from the deck to a pile. @type {typeof eventAnimations} */
function cardsRevealed(before, after, widgets) {
  const taken = before.deck.size - after.deck.size;
  if (taken <= 0 || after.hand.length > before.hand.length || after.drawn !== before.drawn)
    return taken === 1 && before.drawn && !after.drawn ? lastRevealed(before, after, widgets) : [];
  return gained(before, after).slice(0, taken).map((gain) => reveal(gain, widgets));
}

/** Returns the last revealed card, with which the drawn one leaves, too. @type {typeof eventAnimations} */
function lastRevealed(before, after, widgets) {
  const gains = gained(before, after);
  const own = gains.findIndex(
    ({ card, pile }) => card === before.drawn && pile === "discard",
  );
  return gains
    .filter((_, index) => index !== own)
    .slice(0, 1)
    .map((gain) => reveal(gain, widgets));
}

/** @typedef {{card: string, pile: keyof typeof PILES}} Gain */

/**
 * Returns the cards that the piles have gained.
 *
 * @param {View} before
 * @param {View} after
 * @returns {Gain[]}
 */
function gained(before, after) {
  return /** @type {(keyof typeof PILES)[]} */ (Object.keys(PILES)).flatMap((pile) =>
    gainedCards(listCards(before[pile]), listCards(after[pile])).map((card) => ({ card, pile })),
  );
}

/**
 * @param {Gain} gain
 * @param {CardWidgets} widgets
 * @returns {EventAnimation}
 */
function reveal({ card, pile }, widgets) {
  const picture = widgets.latestPicture(pile, card);
  return { kind: "reveal", picture, from: DECK, to: PILES[pile] };
}

/** Returns the deck being shuffled, after a search or with the cards of limbo. @type {typeof eventAnimations} */
function deckShuffled(before, after, widgets) {
  const returns = listCards(before.limbo).length && !listCards(after.limbo).length;
  const searched = before.step === "search" && after.deck.size < before.deck.size;
  if (!returns && !searched) return [];
  const deck = { picture: widgets.picture("?"), from: DECK, to: DECK };
  if (searched) return [{ ...deck, kind: "shuffle", delay: SEARCHED_MS }];
  return [
    { ...deck, kind: "return", from: ".prop.limbo .object" },
    { ...deck, kind: "shuffle", delay: RETURNED_MS },
  ];
}

/** O10.2 Returns the Premonitions that strike. @type {typeof eventAnimations} */
function premonitionsStruck(before, after, widgets) {
  const doors = before.step === "strike" ? 0 : 1;
  return struckPremonitions(before, after).map((card, index) => ({
    kind: "announce",
    picture: widgets.picture(card, 0),
    text: widgets.words.capitalize(widgets.text(`premonition.${colourOf(card)}`)),
    from: ".premonitions",
    to: ".labyrinth",
    delay: STRIKE_MS * (doors + index),
  }));
}
