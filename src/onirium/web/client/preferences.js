/** Preferences of this browser for the table, kept in its storage. */

const KEY = "onirium.table";

/**
 * @typedef {object} Preferences
 * @property {boolean} sound off until wished
 * @property {number} volume from 0 to 1
 * @property {boolean} vibration
 */

/** @type {Preferences} */
const DEFAULTS = { sound: false, volume: 0.35, vibration: true };

/** @returns {Preferences} */
export function preferences() {
  const stored = storedValues();
  const valid = Object.entries(DEFAULTS).map(([name, value]) => [
    name,
    typeof stored[name] === typeof value ? stored[name] : value,
  ]);
  return Object.fromEntries(valid);
}

/** @param {Partial<Preferences>} changes */
export function setPreferences(changes) {
  localStorage.setItem(KEY, JSON.stringify({ ...preferences(), ...changes }));
}

/** @returns {Record<string, unknown>} */
function storedValues() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    // Somebody edited the storage: the defaults apply.
    return {};
  }
}
