/** The way of the older rooms from the set back to the doors, for each layout. */

import { layout } from "../layout.js";
import { round, splinePoint } from "../scenery.js";
import { html } from "../vendor/lit-html.js";

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
    [-236, 152, 41],
    [-196, 177, 35],
    [-120, 190, 28],
    [-30, 197, 22],
    [40, 203, 17],
  ],
};

/** Where the road leaves the set, if the set does not stand before it; as the points of the way. */
const SET_EXITS = {
  desktop: [[-120, 0, 112]],
  expansions: [[-120, 0, 84]],
  tablet: [],
  phone: [],
  landscape: [[-120, 0, 80]],
};

/** Half the breadth of the road, as a part of a room's width; less where its bends are narrow. */
const ROAD_BREADTH = { desktop: 0.72, tablet: 0.46, phone: 0.46, landscape: 0.72 };

/** Number of flagstones of the road. */
const FLAGSTONES = 60;

/** Height at which a room stands on the road, as a part of its width. */
const FOOT = 0.16;

/** Number of rooms that the way holds without crowding. */
const ROOMS = 14;

/**
 * Returns the custom properties that place a room.
 *
 * @param {number} age 0 for the newest room outside the set
 * @param {number} count number of rooms outside the set
 * @param {boolean} isShort whether other parts of the table take room from the way
 */
export function roomPosition(age, count, isShort) {
  const part = Math.min(1, age / Math.max(ROOMS, count - 1));
  const [x, y, width] = splinePoint(way(isShort), part);
  const near = (1 - part).toFixed(2);
  return `--x: ${x.toFixed(1)}; --y: ${y.toFixed(1)}; --s: ${width.toFixed(1)}; --near: ${near};`;
}

/**
 * Renders the road of flagstones on which the rooms stand.
 *
 * @param {boolean} isShort
 */
export function road(isShort) {
  const name = layout();
  const points = [
    ...SET_EXITS[isShort && name === "desktop" ? "expansions" : name],
    ...way(isShort),
  ];
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

/** @param {boolean} isShort */
function way(isShort) {
  const name = layout();
  if (!isShort) return WAYS[name];
  if (name === "desktop") return WAYS.expansions;
  if (name === "landscape") return WAYS.landscape;
  // The shelf takes height from the labyrinth.
  const [, lowest] = WAYS[name][0];
  return WAYS[name].map(([x, y, width]) => [x, lowest - 6 + (y - lowest) * 0.5, width * 0.92]);
}
