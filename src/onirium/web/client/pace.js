/** How long the page shows each event of the other players; kept in the browser. */

const KEY = "onirium.pace";

/** Time for which a frame of another player stays, in milliseconds. */
const FRAME_MS = { calm: 1600, steady: 900, brisk: 400 };

/** Time for which an intermediate frame of an own decision stays. */
const OWN_FRAME_MS = 350;

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

/**
 * Returns how long a frame stays before the next one replaces it.
 *
 * @param {import("./protocol.js").Frame} frame
 * @param {number[]} ownSeats
 */
export function frameTime({ seat }, ownSeats) {
  return seat < 0 || ownSeats.includes(seat) ? OWN_FRAME_MS : FRAME_MS[pace()];
}
