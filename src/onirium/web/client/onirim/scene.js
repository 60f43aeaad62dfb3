/** The scene of Onirim: a labyrinth under the moon, its rings engraved in the floor, cypresses. */

import { GROUND, random, round, scenery, skyline } from "../scenery.js";

/** @typedef {import("../scenery.js").DrawLandmark} DrawLandmark */

/** Returns the town around the labyrinth, on the horizon. */
export function horizon() {
  return skyline([
    [0.2, wall],
    [0.38, tower],
    [0.5, dome],
    [0.66, stairs],
    [0.85, cypress],
    [1, arcade],
  ]);
}

export function scene() {
  return scenery(horizon(), `${rings()}${trees("left")}${trees("right")}${FIEND}`) + HAUNT;
}

/** The dark of a Nightmare, a layer of its own. */
const HAUNT = `<div class="haunt"></div>`;

/** The Nightmare that rises where the set stood when the dream is lost. */
const FIEND = `<svg class="fiend" viewBox="-300 -230 600 400"><radialGradient id="dread"
  ><stop stop-color="#ff6a9c" stop-opacity=".75"/><stop offset=".45" stop-color="#b2285f"
  stop-opacity=".45"/><stop offset="1" stop-color="#2a0a3a" stop-opacity="0"/></radialGradient>
  <linearGradient id="shape" x1="0" y1="0" x2="0" y2="1"><stop stop-color="#08051c"
  /><stop offset=".7" stop-color="#150a33"/><stop offset="1" stop-color="#241050"/></linearGradient>
  <circle r="300" cy="-30" fill="url(#dread)"/><path d="M-62-34C-150-58-196-120-176-222C-150-150
  -104-122-40-112Q0-122 40-112C104-122 150-150 176-222C196-120 150-58 62-34C74 40 150 90 230
  170H-230C-150 90-74 40-62-34Z" fill="url(#shape)"/><path d="M-70-52Q-40-50-14-26Q-46-18-70-52Z
  M70-52Q40-50 14-26Q46-18 70-52Z" fill="#ffd7e6"/><circle cx="-38" cy="-36" r="6.5" fill="#c01d5e"
  /><circle cx="38" cy="-36" r="6.5" fill="#c01d5e"/><path d="M-50 22L-38 14L-28 24L-16 15L-5 25L5
  25L16 15L28 24L38 14L50 22L40 34L28 30L16 40L5 32L-5 32L-16 40L-28 30L-40 34Z" fill="#ff9cc0"
  /></svg>`;

/** @type {DrawLandmark} */
function wall(x, height, next) {
  const width = 50 + next() * 90;
  const battlements = "h7v5h7v-5".repeat(Math.ceil(width / 14));
  const top = round(GROUND - height * 0.6);
  return { outline: `M${round(x)} ${GROUND}V${top}${battlements}V${GROUND}Z`, width };
}

/** @type {DrawLandmark} */
function tower(x, height, next) {
  const width = round(22 + next() * 14);
  const [left, top] = [round(x), round(GROUND - height)];
  const roof = `L${round(x + width / 2)} ${round(top - width * 1.3)}L${round(x + width)} ${top}`;
  const windows = `M${round(x + width / 2 - 2.5)} ${round(GROUND - height * 0.8)}h5v8h-5z`;
  return { outline: `M${left} ${GROUND}V${top}${roof}V${GROUND}Z`, width: width + 4, windows };
}

/** @type {DrawLandmark} */
function dome(x, height, next) {
  const width = round(60 + next() * 30);
  const spring = round(GROUND - height * 0.55);
  const arch = `A${width / 2} ${width / 2} 0 0 1 ${round(x + width)} ${spring}`;
  const windows = `M${round(x + width / 2 - 4)} ${round(GROUND - height * 0.4)}h8v12h-8z`;
  const outline = `M${round(x)} ${GROUND}V${spring}${arch}V${GROUND}Z`;
  return { outline, width: width + 3, windows };
}

/** @type {DrawLandmark} */
function stairs(x, height, next) {
  const count = 4 + Math.floor(next() * 5);
  const steps = `h11v${round((-height / count) * 0.8)}`.repeat(count);
  const outline = `M${round(x)} ${GROUND}V${GROUND - 8}${steps}h14V${GROUND}Z`;
  return { outline, width: count * 11 + 28 };
}

/** @type {DrawLandmark} */
function cypress(x, height, next) {
  const width = 9 + next() * 7;
  const at = (/** @type {number} */ across, /** @type {number} */ up) =>
    `${round(x + across)} ${round(GROUND - height * up)}`;
  const left = `C${at(-3, 0.5)} ${at(width * 0.3, 0.9)} ${at(width / 2, 1.05)}`;
  const right = `C${at(width * 0.7, 0.9)} ${at(width + 3, 0.5)} ${at(width, 0)}`;
  return { outline: `M${at(0, 0)}${left}${right}Z`, width: width + 2 };
}

/** @type {DrawLandmark} */
function arcade(x, height) {
  const top = round(GROUND - height * 0.5 - 20);
  const pier = round(height * 0.3);
  const arches = `h-10v-${pier}a9 9 0 0 0-18 0V${GROUND}h-14v-${pier}a9 9 0 0 0-18 0V${GROUND}Z`;
  return {
    outline: `M${round(x)} ${GROUND}V${top}H${round(x + 70)}V${GROUND}${arches}`,
    width: 70,
  };
}

const RINGS = 13;
const CENTRE = { x: 720, y: 262 };
/** Height of the rings as a part of their width: the floor is seen from above. */
const FLATNESS = 0.27;

/** Returns the rings of the labyrinth: ellipses with gaps, and walls between them. */
function rings() {
  const next = random(5);
  const drawn = Array.from({ length: RINGS }, (_, index) => ring(index, next));
  return `<svg class="rings" viewBox="0 0 1440 900" preserveAspectRatio="xMidYMin slice"
    ><clipPath id="floor"><path d="M-900 214H2400V1614H-900Z"/></clipPath><g clip-path="url(#floor)"
    fill="none" stroke="var(--engraved)" stroke-linecap="round">${drawn.join("")}</g></svg>`;
}

/**
 * @param {number} index
 * @param {() => number} next
 */
function ring(index, next) {
  const step = 72 * (1 + index * 0.09);
  const radius = 210 + index * step;
  const length = 2 * Math.PI * radius * 0.7;
  const gap = 22 + index * 9;
  const dashes = Array.from(
    { length: 5 },
    () => `${Math.round(length * (0.1 + next() * 0.25))} ${gap}`,
  );
  const width = round(1 + index * 0.4);
  const opacity = Math.max(0.1, 1 - index * 0.06);
  const walls = Array.from({ length: Math.floor(2 + index * 0.6) }, () => {
    const angle = next() * Math.PI;
    const at = (/** @type {number} */ far) =>
      `${Math.round(CENTRE.x + far * Math.cos(angle))} ` +
      `${Math.round(CENTRE.y + far * FLATNESS * Math.sin(angle))}`;
    return `M${at(radius)}L${at(radius + step)}`;
  });
  const pen = `stroke-width="${width}" opacity="${round(opacity)}"`;
  return `<ellipse cx="${CENTRE.x}" cy="${CENTRE.y}" rx="${round(radius)}"
    ry="${round(radius * FLATNESS)}" ${pen} stroke-dasharray="${dashes.join(" ")}"/>
    <path d="${walls.join("")}" ${pen}/>`;
}

/** @param {string} side */
function trees(side) {
  const gradient = `tree-${side}`;
  return `<svg class="trees ${side}" viewBox="0 0 230 330"><linearGradient id="${gradient}"
    ><stop stop-color="var(--tree)"/><stop offset=".6" stop-color="var(--tree)"
    /><stop offset="1" stop-color="var(--tree-hi)"/></linearGradient>
    <g fill="var(--shadow)" opacity=".6"><ellipse cx="30" cy="330" rx="80" ry="9"
    /><ellipse cx="104" cy="300" rx="52" ry="6"/></g>
    <path d="${nearCypress(104, 300, 190, 24)}" fill="url(#${gradient})" opacity=".85"/>
    <path d="${nearCypress(34, 330, 330, 42)}" fill="url(#${gradient})"/></svg>`;
}

/**
 * Returns a cypress with a ragged edge.
 *
 * @param {number} x
 * @param {number} foot
 * @param {number} height
 * @param {number} width
 */
function nearCypress(x, foot, height, width) {
  const tufts = 9;
  const reach = (/** @type {number} */ part) =>
    width * Math.sin(Math.PI * Math.min(0.93, 0.02 + part * 0.92)) ** 0.8;
  const at = (/** @type {number} */ across, /** @type {number} */ part) =>
    `${round(x + across)} ${round(foot - height + height * 0.93 * part)}`;
  const parts = Array.from({ length: tufts }, (_, index) => (index + 1) / tufts);
  const down = parts.map(
    (part) => `Q${at(reach(part) * 1.16, part - 0.06)} ${at(reach(part) * 0.86, part)}`,
  );
  const up = parts.map((part) => {
    const far = reach(part);
    return `L${at(-far * 0.86, part)}Q${at(-far * 1.16, part - 0.06)} ${at(-far * 0.72, part - 1 / tufts)}`;
  });
  const trunk =
    `L${round(x + width * 0.16)} ${round(foot - height * 0.07)}V${foot}` +
    `H${round(x - width * 0.16)}V${round(foot - height * 0.07)}`;
  return `M${x} ${foot - height}${down.join("")}${trunk}${up.reverse().join("")}Z`;
}
