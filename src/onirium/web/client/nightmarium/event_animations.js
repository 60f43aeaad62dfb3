/** Animations of the events of Nightmarium, from the change of a view. */

import { gainedCards } from "../card_identity.js";
import { terrifying } from "./views.js";

export { EVENT_MS, cues } from "./cues.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */
/** @typedef {import("../types.js").EventAnimation} EventAnimation */

/** Pictures that only animations show: none. @type {string[]} */
export const pictures = [];

const DECK = ".prop.crypt .card";

/**
 * @param {View} before
 * @param {View} after
 * @param {CardWidgets} widgets
 * @returns {EventAnimation[]}
 */
export function eventAnimations(before, after, widgets) {
  return [
    ...creatureCompleted(before, after),
    ...terrorStruck(before, after, widgets),
    ...cardRevealed(before, after, widgets),
    ...deckShuffled(before, after, widgets),
  ];
}

/** Returns the light on creatures that are complete. @type {(before: View, after: View) => EventAnimation[]} */
function creatureCompleted(before, after) {
  const complete = (/** @type {View} */ { players }) =>
    players.flatMap(({ creatures }) => creatures.filter(({ head }) => head));
  const old = new Set(complete(before).map(({ number }) => number));
  return complete(after)
    .filter(({ number }) => !old.has(number))
    .map(({ number }) => {
      const to = `[data-pile="creature ${number}"] .body`;
      return { kind: "glow", picture: "", from: to, to };
    });
}

/** Returns the terror of a legion. @type {typeof eventAnimations} */
function terrorStruck(before, after, widgets) {
  const legion = terrifying(after);
  if (!legion || legion === terrifying(before)) return [];
  const picture = widgets.picture(`legion-${legion}`);
  const text = widgets.text(`page.nightmarium.terror.${legion}`);
  return [{ kind: "announce", picture, text, from: ".rivals", to: ".rivals" }];
}

/** Returns the card that a Singer reveals and that waits for the next one. @type {typeof eventAnimations} */
function cardRevealed(before, after, widgets) {
  if (after.revealed.length <= before.revealed.length) return [];
  const [card] = gainedCards(before.revealed, after.revealed);
  const to = `.panel [data-zone=revealed]:nth-child(${after.revealed.indexOf(card) + 1})`;
  const picture = widgets.picture(card, 0);
  return [{ kind: "reveal", picture, from: DECK, to, zone: "revealed" }];
}

/** Returns the discard pile becoming the deck. @type {typeof eventAnimations} */
function deckShuffled(before, after, widgets) {
  if (after.deck.size <= before.deck.size) return [];
  return [{ kind: "shuffle", picture: widgets.picture("?"), from: DECK, to: DECK }];
}
