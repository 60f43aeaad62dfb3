/** Parses card names: "necronaut head/torso weeper" is a legion, its parts and its ability. */

import { copyIndex } from "../card_identity.js";
import { VARIANTS } from "../pictures.js";

export const LEGIONS = ["necronaut", "homunculus", "insektoid", "chimerid"];

/** The parts of a creature, bottom up. */
export const PARTS = /** @type {const} */ (["legs", "torso", "head"]);

/** @param {string} card */
export const legionOf = (card) => card.split(" ")[0];

/** @param {string} card */
export const partsOf = (card) => card.split(" ")[1].split("/");

/** @param {string} card */
export const abilityOf = (card) => card.split(" ")[2] ?? "";

/**
 * @param {Record<string, number>} counts
 * @returns {number}
 */
export const sizeOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/**
 * Returns the number of each card.
 *
 * @param {string[]} cards
 * @returns {Record<string, number>}
 */
export function counted(cards) {
  /** @type {Record<string, number>} */
  const counts = {};
  for (const card of cards) counts[card] = (counts[card] ?? 0) + 1;
  return counts;
}

/**
 * Returns the variant of the picture of a card in a zone: on a body it is a part of the same copy.
 *
 * @param {string} zone
 * @param {number} index among the cards of the zone
 * @param {string} key
 */
export function variantOf(zone, index, key) {
  return zone.startsWith("creature ") ? partVariant(key, PARTS[index]) : undefined;
}

/**
 * Returns the variant of the picture of a copy as a part of a body.
 *
 * @param {string} key
 * @param {string} part
 */
export const partVariant = (key, part) => `${copyIndex(key) % VARIANTS}.${part}`;
