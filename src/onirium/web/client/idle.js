/** Idle life of a scene: stars twinkle, water breathes, creatures sway, each for a moment. */

import { isMoving } from "./preferences.js";

/**
 * A move of some elements, in a few steps and at regular intervals. No animation runs between: an
 * endless one requests frames all the time, even where it stands still.
 *
 * @typedef {object} Moment
 * @property {string} selector
 * @property {PropertyIndexedKeyframes} frames
 * @property {number} duration in milliseconds
 * @property {number} steps between two key frames: each repaints the window
 * @property {number} interval in milliseconds
 */

/** @type {Moment[]} */
const MOMENTS = [
  { selector: ".twinkle", frames: { opacity: [1, 0.35, 1] }, duration: 2200, steps: 2, interval: 16e3 },
  { selector: ".water", frames: { opacity: [1, 0.6, 1] }, duration: 2600, steps: 3, interval: 20e3 },
  {
    selector: ".vista .creature",
    frames: { transform: ["none", "rotate(-2.5deg)", "rotate(2deg)", "none"] },
    duration: 1700,
    steps: 3,
    interval: 28e3,
  },
];

/** @param {Moment} moment */
function play({ selector, frames, duration, steps }) {
  if (!isMoving()) return;
  const stepped = { ...frames, easing: `steps(${steps})` };
  for (const one of document.querySelectorAll(selector)) one.animate(stepped, { duration });
}

for (const moment of MOMENTS) setInterval(play, moment.interval, moment);
