/** Names of the people who share this device, by seat; kept in the browser. */

import { storedValue, storeValue } from "./stored_values.js";

const KEY = "names";

export const MAX_NAME_LENGTH = 20;

/**
 * Returns the name that a seat has on this device, or an empty string.
 *
 * @param {{own_seats?: number[]}} tableView
 * @param {number} seat
 */
export function nameOnDevice({ own_seats: ownSeats = [] }, seat) {
  return ownSeats.length > 1 && ownSeats.includes(seat) ? (storedNames()[seat] ?? "") : "";
}

/**
 * @param {number} seat
 * @param {string} name
 */
export function setNameOnDevice(seat, name) {
  const names = { ...storedNames(), [seat]: name.trim().slice(0, MAX_NAME_LENGTH) };
  storeValue("localStorage", KEY, names);
}

/** @returns {Record<number, string>} */
function storedNames() {
  return storedValue("localStorage", KEY) ?? {};
}
