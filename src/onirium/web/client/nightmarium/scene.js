/** The scene of Nightmarium: a theatre among graves, with boards and curtains. */

import { GROUND, round, scenery, skyline } from "../scenery.js";

/** @typedef {import("../scenery.js").DrawLandmark} DrawLandmark */

/** Returns the graveyard on the horizon. */
export function horizon() {
  return skyline([
    [0.25, headstone],
    [0.45, obelisk],
    [0.62, deadTree],
    [1, mound],
  ]);
}

export function scene() {
  return scenery(horizon(), `${boards()}${curtain("left")}${curtain("right")}`);
}

/** @type {DrawLandmark} */
function headstone(x, height, next) {
  const width = round(26 + next() * 20);
  const spring = round(GROUND - height * 0.7);
  const arch = `q${width / 2}-${round(width * 0.7)} ${width} 0`;
  return { outline: `M${round(x)} ${GROUND}V${spring}${arch}V${GROUND}Z`, width: width + 10 };
}

/** @type {DrawLandmark} */
function obelisk(x, height, next) {
  const width = 44 + next() * 30;
  const lean = (next() - 0.5) * 16;
  const at = (/** @type {number} */ across, /** @type {number} */ up) =>
    `${round(x + across)} ${round(GROUND - up)}`;
  const roof = `L${at(lean, height)}L${at(width / 2 + lean, height + width * 0.9)}L${at(width + lean, height)}`;
  const windows = `M${at(width * 0.4, height * 0.75)}h7v11h-7z`;
  return { outline: `M${at(0, 0)}${roof}L${at(width, 0)}Z`, width: width + 6, windows };
}

/** @type {DrawLandmark} */
function deadTree(x, height) {
  const middle = x + 22;
  const at = (/** @type {number} */ across, /** @type {number} */ up) =>
    `${round(middle + across)} ${round(GROUND - height * up)}`;
  const left = `Q${at(-2, 0.5)} ${at(-18, 1)}Q${at(0, 0.7)} ${at(1, 0.62)}`;
  const right = `Q${at(6, 1)} ${at(24, 1.12)}Q${at(8, 0.7)} ${at(7, 0)}`;
  return { outline: `M${at(-4, 0)}${left}${right}Z`, width: 44 };
}

/** @type {DrawLandmark} */
function mound(x, height, next) {
  const width = 60 + next() * 90;
  const top = `Q${round(x + width / 2)} ${round(GROUND - height * 0.55)} ${round(x + width)} ${GROUND}`;
  return { outline: `M${round(x)} ${GROUND}${top}Z`, width: width * 0.8 };
}

function boards() {
  const planks = Array.from({ length: 29 }, (_, index) => {
    const offset = index - 14;
    return `M${720 + offset * 62} 0L${720 + offset * 108} 290`;
  });
  return `<svg class="boards-ground" viewBox="0 0 1440 290" preserveAspectRatio="none"
    ><linearGradient id="boards" x1="0" y1="0" x2="0" y2="1"
    ><stop stop-color="var(--stone)" stop-opacity=".85"
    /><stop offset=".2" stop-color="var(--stone)" stop-opacity=".45"
    /><stop offset="1" stop-color="var(--stone-lo)" stop-opacity=".1"/></linearGradient>
    <path d="M0 20Q720-14 1440 20V290H0Z" fill="url(#boards)"/>
    <path d="M0 20Q720-14 1440 20" fill="none" stroke="var(--rim)" stroke-width="2.5" opacity=".55"/>
    <path d="${planks.join("")}" stroke="var(--engraved)" stroke-width="2"/></svg>`;
}

/** @param {string} side */
function curtain(side) {
  const edge = "M0 0H96Q112 200 84 420Q66 520 92 640Q106 760 88 900";
  const folds = ["#2a0c2c", "#7c2450", "#3c1034", "#8a2a58", "#451239", "#7a2350", "#2a0c2c"];
  const stops = folds.map(
    (colour, index) => `<stop offset="${round(index / 6)}" stop-color="${colour}"/>`,
  );
  return `<svg class="curtain ${side}" viewBox="0 0 118 900" preserveAspectRatio="none"
    ><linearGradient id="curtain-${side}">${stops.join("")}</linearGradient>
    <path d="${edge}H0Z" fill="url(#curtain-${side})"/>
    <path d="M0 446Q60 462 90 512" fill="none" stroke="#3a1424" stroke-width="17"/>
    <path d="M0 444Q60 460 90 510" fill="none" stroke="#f2b655" stroke-width="11"/>
    <path d="M88 508l-7 34q7 6 14 0Z" fill="#f2b655"/>
    <path d="${edge}" fill="none" stroke="#ffb6c8" stroke-opacity=".35" stroke-width="2"/></svg>`;
}
