/** How long the page shows each event; kept in the browser. */

import { storedText, storeText } from "./stored_values.js";

const KEY = "pace";

/** Time for which a frame of another player stays, in milliseconds. */
const FRAME_MS = { calm: 1600, steady: 900, brisk: 400 };

export const PACES = /** @type {(keyof typeof FRAME_MS)[]} */ (Object.keys(FRAME_MS));

/** @returns {keyof typeof FRAME_MS} */
export function pace() {
  const stored = storedText("localStorage", KEY);
  return PACES.find((one) => one === stored) ?? "steady";
}

/** @param {keyof typeof FRAME_MS} chosen */
export function setPace(chosen) {
  storeText("localStorage", KEY, chosen);
}

/** Returns the factor of all times; 1 at steady pace. */
export function slowness() {
  return FRAME_MS[pace()] / FRAME_MS.steady;
}

/**
 * Returns the time that an event takes at steady pace.
 *
 * @param {import("./feedback.js").Cue[]} cues
 * @param {Record<string, number>} eventMs times by cue
 */
export function eventTime(cues, eventMs) {
  return Math.max(0, ...cues.map(({ name }) => eventMs[name] ?? 0));
}

/**
 * Returns how long a frame stays before the next one replaces it.
 *
 * @param {import("./protocol.js").Frame} frame
 * @param {number[]} ownSeats
 * @param {number} event the time that its event takes at steady pace
 */
export function frameTime({ seat, narration }, ownSeats, event) {
  // The narration of another player's decision is to be read.
  const isNarrated = narration.length > 0 && seat >= 0 && !ownSeats.includes(seat);
  return Math.max(event * slowness(), isNarrated ? FRAME_MS[pace()] : 0);
}
