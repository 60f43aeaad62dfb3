/** How long the page shows each event; kept in the browser. */

const KEY = "onirium.pace";

/** Time for which a frame of another player stays, in milliseconds. */
const FRAME_MS = { calm: 1600, steady: 900, brisk: 400 };

/** Abilities of creatures, each of which is seen to begin. */
const ABILITIES = ["singer", "weeper", "mocker", "executioner", "scavenger", "devourer"];

/** Time that an event takes at steady pace, by what is heard of it; all others take none. */
const EVENT_MS = new Map([
  ...Object.entries({ play: 340, discard: 340, draw: 150, part: 460 }),
  ...ABILITIES.map((name) => /** @type {[string, number]} */ ([name, 500])),
]);

export const PACES = /** @type {(keyof typeof FRAME_MS)[]} */ (Object.keys(FRAME_MS));

/** @returns {keyof typeof FRAME_MS} */
export function pace() {
  const stored = localStorage.getItem(KEY);
  return PACES.find((one) => one === stored) ?? "steady";
}

/** @param {keyof typeof FRAME_MS} chosen */
export function setPace(chosen) {
  localStorage.setItem(KEY, chosen);
}

/** Returns the factor of all times. */
export function slowness() {
  return FRAME_MS[pace()] / FRAME_MS.steady;
}

/**
 * Returns the time that an event takes at steady pace.
 *
 * @param {import("./feedback.js").Cue[]} cues
 */
export function eventTime(cues) {
  return Math.max(0, ...cues.map(({ name }) => EVENT_MS.get(name) ?? 0));
}

/**
 * Returns how long a frame stays before the next one replaces it.
 *
 * @param {import("./protocol.js").Frame} frame
 * @param {number[]} ownSeats
 * @param {number} event the time that its event takes at steady pace
 */
export function frameTime({ seat, narration }, ownSeats, event) {
  // The story of another player's decision is to be read.
  const isTold = narration.length > 0 && seat >= 0 && !ownSeats.includes(seat);
  return Math.max(event * slowness(), isTold ? FRAME_MS[pace()] : 0);
}
