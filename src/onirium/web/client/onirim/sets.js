/** Sets of rooms of one colour in a row. */

import { colourOf } from "./views.js";

export const FULL_SET = 3;

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
