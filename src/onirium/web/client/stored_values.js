/**
 * Values in the storage of the browser: `localStorage`, or `sessionStorage` for one tab. Reads of a
 * denied storage return null; writes to a denied or full one have no effect.
 */

/** @typedef {"localStorage" | "sessionStorage"} Area */

/**
 * Returns a text of the storage, or null.
 *
 * @param {Area} area
 * @param {string} key
 */
export function storedText(area, key) {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/**
 * @param {Area} area
 * @param {string} key
 * @param {string} text
 */
export function storeText(area, key, text) {
  try {
    globalThis[area].setItem(key, text);
  } catch {
    // The next read returns the old value, or null.
  }
}

/**
 * Returns a value of the storage, or null if it is missing or invalid JSON.
 *
 * @param {Area} area
 * @param {string} key
 */
export function storedValue(area, key) {
  try {
    return JSON.parse(storedText(area, key) ?? "null");
  } catch {
    return null;
  }
}

/**
 * @param {Area} area
 * @param {string} key
 * @param {unknown} value
 */
export function storeValue(area, key, value) {
  storeText(area, key, JSON.stringify(value));
}
