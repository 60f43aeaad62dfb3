/** Events of Onirim that are heard, from the change of a view. */

import { listCards } from "../card_identity.js";
import { doorsOf, struckPremonitions } from "./views.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../feedback.js").Cue} Cue */

/** Time that an event takes at steady pace, by its cue. */
export const EVENT_MS = { play: 340, discard: 340, draw: 150 };

/**
 * @param {View} before
 * @param {View} after
 * @returns {Cue[]}
 */
export function cues(before, after) {
  return [
    ...rooms(before, after),
    ...doors(before, after),
    ...drawn(before, after),
    ...piles(before, after),
    ...expansions(before, after),
  ];
}

/** @type {(before: View, after: View) => Cue[]} */
function rooms({ row }, { row: now, set_length: length }) {
  return now.length > row.length ? [{ name: "play", step: length || 3 }] : [];
}

/** @type {(before: View, after: View) => Cue[]} */
function doors(before, after) {
  const [had, has] = [foundBy(before), foundBy(after)];
  if (has > had) return [{ name: "door", step: has }];
  return has < had ? [{ name: "close" }] : [];
}

/** @param {View} view */
function foundBy({ doors: own, partner }) {
  return doorsOf(own).length + (partner ? doorsOf(partner.doors).length : 0);
}

/** @type {(before: View, after: View) => Cue[]} */
function drawn(before, after) {
  if (after.drawn && after.drawn !== before.drawn) {
    if (after.drawn === "nightmare") return [{ name: "nightmare" }];
    if (after.drawn === "happy dream") return [{ name: "dream" }];
  }
  if (after.peeked.length > before.peeked.length) return [{ name: "prophecy" }];
  return after.drawn !== before.drawn || after.hand.length > before.hand.length
    ? [{ name: "draw" }]
    : [];
}

/** @type {(before: View, after: View) => Cue[]} */
function piles(before, after) {
  const size = (/** @type {Record<string, number>} */ pile) => listCards(pile).length;
  const [limbo, empties] = [size(after.limbo) - size(before.limbo), !size(after.limbo)];
  return [
    ...(size(after.discard) > size(before.discard) ? [{ name: "discard" }] : []),
    ...(limbo > 0 ? [{ name: "limbo" }] : []),
    ...(limbo < 0 && empties ? [{ name: "shuffle" }] : []),
  ];
}

/** @type {(before: View, after: View) => Cue[]} */
function expansions(before, after) {
  return [
    ...(after.towers?.row.length > before.towers?.row.length ? [{ name: "tower" }] : []),
    ...(after.book?.found.length > before.book?.found.length ? [{ name: "goal" }] : []),
    ...(struckPremonitions(before, after).length ? [{ name: "gong" }] : []),
  ];
}
