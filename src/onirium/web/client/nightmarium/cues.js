/** Events of Nightmarium that are heard, from the change of a view. */

import { LEGIONS, PARTS, legionOf, sizeOf } from "./cards.js";
import { cardsOf } from "./seats.js";
import { abilityChain } from "./views.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("../feedback.js").Cue} Cue */

/** Abilities of creatures; the table shows the start of each. */
const ABILITIES = ["singer", "weeper", "mocker", "executioner", "scavenger", "devourer"];

/** Time that an event takes at steady pace, by its cue. */
export const EVENT_MS = {
  discard: 340,
  draw: 150,
  part: 460,
  ...Object.fromEntries(ABILITIES.map((name) => [name, 500])),
};

/**
 * @param {View} before
 * @param {View} after
 * @returns {Cue[]}
 */
export function cues(before, after) {
  return [
    ...parts(before, after),
    ...(after.victim >= 0 && before.victim < 0 ? [{ name: "terror" }] : []),
    ...ability(before, after),
    ...hands(before, after),
  ];
}

/** Returns the part that joined a creature, and the creature that it completes. @type {(before: View, after: View) => Cue[]} */
function parts(before, after) {
  const old = new Map(creaturesIn(before).map((creature) => [creature.number, creature]));
  return creaturesIn(after).flatMap((creature) => {
    const had = old.get(creature.number);
    const [joined] = PARTS.filter((part) => creature[part] && !had?.[part]);
    if (!joined || cardsOf(creature).length <= (had ? cardsOf(had).length : 0)) return [];
    if (creature.head) return [{ name: "creature" }];
    return [{ name: "part", step: LEGIONS.indexOf(legionOf(creature[joined])) + 1 }];
  });
}

/** @param {View} view */
const creaturesIn = ({ players }) => players.flatMap(({ creatures }) => creatures);

/** Returns the ability that begins. @type {(before: View, after: View) => Cue[]} */
function ability(before, after) {
  const present = presentAbility(after);
  return present && present !== presentAbility(before)
    ? [{ name: present.slice(present.lastIndexOf(" ") + 1) }]
    : [];
}

/**
 * Returns the acting creature with its present ability, or an empty string.
 *
 * @param {View} view
 */
function presentAbility(view) {
  const chain = abilityChain(view);
  const name = chain?.abilities[chain.present];
  return name && view.victim < 0 ? `${view.creature} ${chain.present} ${name}` : "";
}

/** @type {(before: View, after: View) => Cue[]} */
function hands(before, after) {
  const held = (/** @type {View} */ view) => view.players.reduce((sum, { size }) => sum + size, 0);
  return [
    ...(sizeOf(after.discard) > sizeOf(before.discard) ? [{ name: "discard" }] : []),
    ...(held(after) > held(before) ? [{ name: "draw" }] : []),
    ...(after.deck.size > before.deck.size ? [{ name: "shuffle" }] : []),
  ];
}
