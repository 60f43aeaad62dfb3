/** Events of Nightmarium that are staged, from the change of a view. */

import { gainedCards } from "../card_identity.js";
import { terrifying } from "./views.js";

export { cues } from "./cues.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */
/** @typedef {import("../staging.js").Act} Act */

const DECK = ".prop.crypt .card";

/**
 * @param {View} before
 * @param {View} after
 * @param {CardWidgets} widgets
 * @returns {Act[]}
 */
export function acts(before, after, widgets) {
  return [
    ...completed(before, after),
    ...terror(before, after, widgets),
    ...revealed(before, after, widgets),
    ...shuffled(before, after, widgets),
  ];
}

/** Returns the light on creatures that are complete. @type {(before: View, after: View) => Act[]} */
function completed(before, after) {
  const complete = (/** @type {View} */ { players }) =>
    players.flatMap(({ creatures }) => creatures.filter(({ head }) => head));
  const old = new Set(complete(before).map(({ number }) => number));
  return complete(after)
    .filter(({ number }) => !old.has(number))
    .map(({ number }) => {
      const to = `[data-pile="creature ${number}"] .body`;
      return { kind: "hail", picture: "", from: to, to };
    });
}

/** Returns the terror of a legion. @type {typeof acts} */
function terror(before, after, widgets) {
  const legion = terrifying(after);
  if (!legion || legion === terrifying(before)) return [];
  const picture = widgets.picture(`legion-${legion}`);
  const text = widgets.text(`page.nightmarium.terror.${legion}`);
  return [{ kind: "proclaim", picture, text, from: ".rivals", to: ".rivals" }];
}

/** Returns the card that a Singer reveals and that waits for the next one. @type {typeof acts} */
function revealed(before, after, widgets) {
  if (after.revealed.length <= before.revealed.length) return [];
  const [card] = gainedCards(before.revealed, after.revealed);
  const to = `.panel [data-zone=revealed]:nth-child(${after.revealed.indexOf(card) + 1})`;
  const picture = widgets.picture(card, 0);
  return [{ kind: "show", picture, from: DECK, to, zone: "revealed" }];
}

/** Returns the discard pile becoming the deck. @type {typeof acts} */
function shuffled(before, after, widgets) {
  if (after.deck.size <= before.deck.size) return [];
  return [{ kind: "shuffle", picture: widgets.picture("?"), from: DECK, to: DECK }];
}
