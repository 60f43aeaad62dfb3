/** The way of the older rooms from the set back to the doors, for each layout. */

import { layout } from "../layout.js";
import { splinePoint } from "../scenery.js";

/** Points from the newest room to the oldest: across and up from the middle below, width; in units. */
const WAYS = {
  desktop: [
    [-346, 44, 92],
    [-428, 92, 82],
    [-462, 148, 70],
    [-424, 200, 60],
    [-318, 238, 50],
    [-150, 264, 43],
    [40, 266, 37],
    [190, 268, 31],
    [222, 276, 25],
    [120, 288, 20],
    [0, 296, 15],
  ],
  expansions: [
    [-292, 30, 74],
    [-322, 92, 64],
    [-318, 146, 56],
    [-296, 194, 49],
    [-226, 234, 43],
    [-100, 246, 37],
    [60, 254, 32],
    [150, 266, 26],
    [90, 278, 20],
    [0, 288, 15],
  ],
  tablet: [
    [-330, 330, 84],
    [-160, 332, 80],
    [60, 338, 74],
    [270, 346, 64],
    [320, 376, 52],
    [140, 390, 46],
    [-100, 398, 40],
    [-190, 414, 32],
    [-60, 424, 26],
    [0, 430, 20],
  ],
  phone: [
    [-158, 184, 48],
    [-70, 186, 46],
    [50, 190, 42],
    [148, 204, 37],
    [146, 226, 30],
    [40, 236, 27],
    [-80, 242, 24],
    [-100, 256, 19],
    [-30, 264, 16],
    [0, 270, 12],
  ],
  landscape: [
    [-228, 40, 60],
    [-252, 78, 54],
    [-256, 116, 48],
    [-236, 150, 41],
    [-196, 172, 35],
    [-120, 184, 28],
    [-30, 190, 22],
    [40, 196, 17],
  ],
};

/** Number of rooms that the way holds without crowding. */
const ROOMS = 14;

/**
 * Returns the custom properties that place a room.
 *
 * @param {number} age 0 for the newest room outside the set
 * @param {number} count number of rooms outside the set
 * @param {boolean} expansions whether expansions flank the labyrinth
 */
export function roomPosition(age, count, expansions) {
  const part = Math.min(1, age / Math.max(ROOMS, count - 1));
  const [x, y, width] = splinePoint(way(expansions), part);
  const near = (1 - part).toFixed(2);
  return `--x: ${x.toFixed(1)}; --y: ${y.toFixed(1)}; --s: ${width.toFixed(1)}; --near: ${near};`;
}

/** @param {boolean} expansions */
function way(expansions) {
  const name = layout();
  if (!expansions) return WAYS[name];
  if (name === "desktop") return WAYS.expansions;
  if (name === "landscape") return WAYS.landscape;
  // The shelf of the expansions takes height from the labyrinth.
  const [, lowest] = WAYS[name][0];
  return WAYS[name].map(([x, y, width]) => [x, lowest - 6 + (y - lowest) * 0.5, width * 0.92]);
}
