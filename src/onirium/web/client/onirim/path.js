/** The way of the older rooms from the set back to the doors, for each layout. */

import { layout } from "../layout.js";
import { round, splinePoint } from "../scenery.js";
import { html } from "../vendor/lit-html.js";

/** @typedef {import("../types.js").View} View */

/**
 * Points from the newest room to the oldest: across and up from the middle below, width; in units.
 * The rooms end below the feet of the doors.
 */
const WAYS = {
  desktop: [
    [-346, 44, 92],
    [-428, 92, 82],
    [-462, 146, 68],
    [-428, 192, 56],
    [-354, 220, 44],
    [-314, 241, 36],
    [-284, 254, 30],
    [-272, 259, 29],
    [-200, 261, 29],
    [-80, 263, 29],
    [60, 265, 29],
    [172, 267, 27],
    [208, 274, 23],
    [110, 287, 18],
    [0, 295, 15],
  ],
  expansions: [
    [-292, 30, 74],
    [-322, 92, 64],
    [-318, 146, 56],
    [-296, 194, 49],
    [-252, 236, 39],
    [-100, 247, 36],
    [60, 254, 32],
    [150, 266, 26],
    [90, 278, 20],
    [0, 288, 15],
  ],
  tablet: [
    [-330, 318, 66],
    [-160, 322, 64],
    [60, 328, 60],
    [250, 336, 52],
    [316, 362, 40],
    [240, 384, 34],
    [120, 398, 32],
    [-50, 407, 30],
    [-178, 409, 26],
    [-96, 422, 20],
    [0, 430, 16],
  ],
  phone: [
    [-158, 184, 48],
    [-70, 186, 46],
    [50, 190, 42],
    [146, 204, 36],
    [146, 226, 29],
    [40, 236, 26],
    [-80, 242, 23],
    [-100, 254, 18],
    [-30, 263, 15],
    [0, 268, 12],
  ],
  shelf: [
    [-158, 178, 44],
    [-70, 179, 42],
    [50, 181, 39],
    [146, 188, 33],
    [146, 199, 27],
    [40, 204, 24],
    [-80, 207, 21],
    [-100, 213, 17],
    [-30, 217, 14],
    [0, 220, 11],
  ],
  landscape: [
    [-226, 38, 58],
    [-260, 72, 53],
    [-278, 108, 47],
    [-270, 142, 39],
    [-244, 170, 31],
    [-224, 183, 23],
    [-205, 200, 20],
    [-174, 202, 19],
    [-60, 202, 19],
    [50, 202, 18],
    [150, 202, 15],
  ],
};

/** Where the road leaves the set, if the set does not stand before it; as the points of the way. */
const SET_EXITS = {
  desktop: [[-120, 0, 112]],
  expansions: [[-120, 0, 84]],
  tablet: [],
  phone: [],
  shelf: [],
  landscape: [[-120, 0, 80]],
};

/** Half the breadth of the road, as a part of a room's width; less where its bends are narrow. */
const ROAD_BREADTH = {
  desktop: 0.72,
  expansions: 0.72,
  tablet: 0.46,
  phone: 0.46,
  shelf: 0.46,
  landscape: 0.72,
};

/** Number of flagstones of the road. */
const FLAGSTONES = 60;

/** Height at which a room stands on the road, as a part of its width. */
const FOOT = 0.16;

/** Number of steps in which a way is measured. */
const MEASURES = 120;

/** The measured ways. @type {Map<number[][], number[]>} */
const measured = new Map();

/** Number of rooms that the way holds without crowding. */
const ROOMS = 14;

/**
 * Returns the custom properties that place a room.
 *
 * @param {number} age 0 for the newest room outside the set
 * @param {number} count number of rooms outside the set
 * @param {View} view
 */
export function roomPosition(age, count, view) {
  const part = Math.min(1, age / Math.max(ROOMS, count - 1));
  const [x, y, width] = pointAlong(WAYS[wayName(view)], part);
  const near = (1 - part).toFixed(2);
  return `--x: ${x.toFixed(1)}; --y: ${y.toFixed(1)}; --s: ${width.toFixed(1)}; --near: ${near};`;
}

/**
 * Returns the point at a part of the length of a way: rooms at equal parts are equally far apart,
 * however close the points stand that bend the way.
 *
 * @param {number[][]} points
 * @param {number} part
 */
function pointAlong(points, part) {
  const lengths = lengthsOf(points);
  const length = part * lengths[MEASURES];
  const next = lengths.findIndex((one) => one > length);
  if (next < 0) return splinePoint(points, 1);
  const [before, after] = [lengths[next - 1], lengths[next]];
  return splinePoint(points, (next - 1 + (length - before) / (after - before)) / MEASURES);
}

/**
 * Returns the length of a way up to each of its measured points.
 *
 * @param {number[][]} points
 */
function lengthsOf(points) {
  const known = measured.get(points);
  if (known) return known;
  const lengths = [0];
  let [fromX, fromY] = points[0];
  for (let count = 1; count <= MEASURES; count += 1) {
    const [x, y] = splinePoint(points, count / MEASURES);
    lengths.push(lengths[count - 1] + Math.hypot(x - fromX, y - fromY));
    [fromX, fromY] = [x, y];
  }
  measured.set(points, lengths);
  return lengths;
}

/**
 * Renders the road of flagstones on which the rooms stand.
 *
 * @param {View} view
 */
export function road(view) {
  const name = wayName(view);
  const points = [...SET_EXITS[name], ...WAYS[name]];
  const edges = Array.from({ length: FLAGSTONES + 1 }, (_, stone) =>
    edgesAt(points, stone / FLAGSTONES, ROAD_BREADTH[name]),
  );
  const left = edges.map(([one]) => one).join("L");
  const right = edges.map(([, other]) => other);
  const joints = edges.map(([one, other]) => `M${one}L${other}`).join("");
  return html`<svg class="road" viewBox="0 0 1 1" aria-hidden="true">
    <path class="stones" d=${`M${left}L${[...right].reverse().join("L")}Z`} />
    <path class="joints" d=${joints} />
    <path class="rims" d=${`M${left}M${right.join("L")}`} />
  </svg>`;
}

/**
 * Returns the left and the right edge of the road at a part of its length.
 *
 * @param {number[][]} points
 * @param {number} part
 * @param {number} breadth
 */
function edgesAt(points, part, breadth) {
  const [x, y, width] = footAt(points, part);
  const [fromX, fromY] = footAt(points, Math.max(0, part - 0.01));
  const [toX, toY] = footAt(points, Math.min(1, part + 0.01));
  const length = Math.hypot(toX - fromX, toY - fromY);
  // The ground is seen from a low angle: half as deep as wide.
  const across = (breadth * width * (fromY - toY)) / length;
  const deep = (0.5 * breadth * width * (toX - fromX)) / length;
  return [`${round(x + across)} ${round(y + deep)}`, `${round(x - across)} ${round(y - deep)}`];
}

/**
 * @param {number[][]} points
 * @param {number} part
 */
function footAt(points, part) {
  const [x, y, width] = splinePoint(points, part);
  return [x, -(y + width * FOOT), width];
}

/**
 * Returns the name of the way: shorter beside expansions, on phones also above the shelf, which holds
 * the other player, too.
 *
 * @param {View} view
 */
function wayName({ towers, book, premonitions, partner }) {
  const name = layout();
  const isExpanded = Boolean(towers || book || premonitions);
  if (name === "desktop" && isExpanded) return "expansions";
  if (name === "phone" && (isExpanded || partner)) return "shelf";
  return name;
}
