/** Scenery of the tables: seeded vector drawings without text, built once for each table. */

const WIDTH = 1600;
const HEIGHT = 400;

/** Size of the view box of a skyline, which fills the width of the window. */
const FAR_WIDTH = 2400;
const FAR_HEIGHT = 200;

/** The three rows of a skyline, the farthest first: seed, colour, height as a part of the whole. */
const ROWS = /** @type {[number, string, number][]} */ ([
  [11, "var(--far-1)", 0.62],
  [23, "var(--far-2)", 0.46],
  [41, "var(--far-3)", 0.3],
]);

/**
 * Returns a generator of pseudo-random numbers in [0, 1): mulberry32.
 *
 * @param {number} seed
 */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/**
 * Returns the layers that both games share, with a skyline and what stands in front of it.
 *
 * @param {string} skyline
 * @param {string} ground
 */
export function scenery(skyline, ground) {
  return `<div class="sky"></div>${stars()}<div class="moon"></div>${clouds()}${skyline}
    <div class="floor"></div><div class="mist"></div>${ground}<div class="vignette"></div>`;
}

export function stars() {
  const next = random(7);
  const dots = Array.from({ length: 140 }, () => {
    const [x, y] = [next() * WIDTH, next() ** 1.25 * HEIGHT];
    const radius = 0.5 + next() * next() * 1.7;
    const opacity = round(0.25 + next() * 0.7);
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" opacity="${opacity}"/>`;
  });
  const sparks = Array.from({ length: 9 }, () => {
    const [x, y] = [round(60 + next() * 1480), round(20 + next() * 230)];
    return spark(x, y, round(5 + next() * 6));
  });
  const sky = layer("stars", "xMidYMin", `<g fill="#fff">${dots.join("")}</g>`);
  // A layer of its own: twinkling repaints no other star.
  return sky + layer("stars twinkle", "xMidYMin", `<path d="${sparks.join("")}" fill="#fff"/>`);
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function spark(x, y, size) {
  const arm = (/** @type {number} */ dx, /** @type {number} */ dy) =>
    `Q${x} ${y} ${round(x + dx * size)} ${round(y + dy * size)}`;
  return `M${x} ${round(y - size)}${arm(1, 0)}${arm(0, 1)}${arm(-1, 0)}${arm(0, -1)}Z`;
}

export function clouds() {
  const next = random(3);
  const puffs = Array.from({ length: 7 }, () => {
    const [x, y, width] = [next() * WIDTH, 120 + next() * 230, 160 + next() * 260];
    return [-1.5, -0.5, 0.5, 1.5].map((place) => {
      const [cx, cy] = [round(x + place * width * 0.28), round(y + (next() - 0.5) * 12)];
      const [rx, ry] = [round(width * (0.22 + next() * 0.2)), round(5 + next() * 11)];
      return `<ellipse cx="${cx}" cy="${cy}" rx="${rx}" ry="${ry}"/>`;
    });
  });
  return layer("clouds", "xMidYMax", `<g fill="var(--cloud)">${puffs.flat().join("")}</g>`);
}

/**
 * @param {string} name
 * @param {string} aspect
 * @param {string} content
 */
function layer(name, aspect, content) {
  return `<svg class="${name}" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="${aspect} slice"
    >${content}</svg>`;
}

/**
 * One thing on the horizon: its outline, the distance to the next, and its lit windows.
 *
 * @typedef {{outline: string, width: number, windows?: string}} Landmark
 */

/** @typedef {(x: number, height: number, next: () => number) => Landmark} DrawLandmark */

/**
 * Returns three rows of landmarks, lower in the middle, where the moon rises.
 *
 * @param {[number, DrawLandmark][]} kinds the landmarks, each with the probability below which it is drawn
 */
export function skyline(kinds) {
  const rows = ROWS.map(([seed, colour, part], row) => {
    const next = random(seed);
    const drawn = [];
    for (let x = -20; x < FAR_WIDTH; x += drawn[drawn.length - 1].width) {
      const chance = next();
      const aside = Math.abs(x - FAR_WIDTH / 2) / (FAR_WIDTH / 2);
      const height = FAR_HEIGHT * part * (0.35 + next() * 0.65) * (0.45 + 0.75 * aside);
      const [, draw] = kinds.find(([limit]) => chance < limit) ?? kinds[kinds.length - 1];
      drawn.push(draw(x, height, next));
    }
    const windows = row ? drawn.map((one) => one.windows ?? "").join("") : "";
    return `<path d="${drawn.map(({ outline }) => outline).join("")}" fill="${colour}"/>
      <path d="${windows}" fill="var(--window)" opacity="${0.35 + 0.2 * row}"/>`;
  });
  return `<svg class="far" viewBox="0 0 ${FAR_WIDTH} ${FAR_HEIGHT}" preserveAspectRatio="xMidYMax slice"
    >${rows.join("")}</svg>`;
}

/** The line on which landmarks stand. */
export const GROUND = FAR_HEIGHT;

/**
 * Returns a point of a Catmull-Rom spline.
 *
 * @param {number[][]} points
 * @param {number} part from 0 to 1
 */
export function splinePoint(points, part) {
  const last = points.length - 1;
  const exact = Math.min(part * last, last - 1e-6);
  const first = Math.floor(exact);
  const t = exact - first;
  return points[0].map((_, axis) => {
    const [b, c] = [points[first][axis], points[first + 1][axis]];
    // Mirrored points beyond the ends: a repeated end would halve the speed there.
    const a = points[first - 1]?.[axis] ?? 2 * b - c;
    const d = points[first + 2]?.[axis] ?? 2 * c - b;
    return (
      0.5 *
      (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t ** 3)
    );
  });
}
