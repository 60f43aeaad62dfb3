/** Preferences of this browser for the table, in its storage. */

import { storedValue, storeValue } from "./stored_values.js";

const KEY = "table";

/**
 * @typedef {object} Preferences
 * @property {boolean} sound off at first
 * @property {number} volume from 0 to 1
 * @property {boolean} vibration
 * @property {boolean} routine whether a game asks the questions that it declares routine
 * @property {boolean} motion whether cards fly and doors swing; never if the system asks for less motion
 */

/** @type {Preferences} */
const DEFAULTS = { sound: false, volume: 0.35, vibration: true, routine: true, motion: true };

/** @returns {Preferences} */
export function preferences() {
  /** @type {Record<string, unknown>} */
  const stored = storedValue("localStorage", KEY) ?? {};
  const valid = Object.entries(DEFAULTS).map(([name, value]) => [
    name,
    typeof stored[name] === typeof value ? stored[name] : value,
  ]);
  return Object.fromEntries(valid);
}

/** @param {Partial<Preferences>} changes */
export function setPreferences(changes) {
  storeValue("localStorage", KEY, { ...preferences(), ...changes });
}

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Returns whether animations are allowed; those of a hidden page would all end when it is shown again. */
export function isMoving() {
  return preferences().motion && !lessMotion.matches && !document.hidden;
}

/** Sets the attribute that allows the animations of the style sheets, or disables them. */
export function applyMotion() {
  document.documentElement.dataset.motion = preferences().motion ? "on" : "off";
}
