/**
 * Values in the storage of the browser: `localStorage`, or `sessionStorage` for one tab. A value that
 * a denied or full storage does not accept lasts as long as the page.
 */

import { pathTo } from "./host.js";

/** @typedef {"localStorage" | "sessionStorage"} Area */

/** Returns the beginning of all keys: other applications of the host, and other sites, have their own. */
function prefix() {
  return `onirium${pathTo("")}.`;
}

/** The values that the storages did not accept. */
const unstored = {
  localStorage: /** @type {Map<string, string>} */ (new Map()),
  sessionStorage: /** @type {Map<string, string>} */ (new Map()),
};

/**
 * Returns a text of the storage, or null.
 *
 * @param {Area} area
 * @param {string} key
 */
export function storedText(area, key) {
  try {
    return unstored[area].get(key) ?? globalThis[area].getItem(prefix() + key);
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
    globalThis[area].setItem(prefix() + key, text);
    unstored[area].delete(key);
  } catch {
    unstored[area].set(key, text);
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

/** Deletes the values of both storages. */
export function eraseStored() {
  for (const area of /** @type {Area[]} */ (Object.keys(unstored))) {
    try {
      const storage = globalThis[area];
      for (const key of Object.keys(storage)) if (key.startsWith(prefix())) storage.removeItem(key);
    } catch {
      // A denied storage contains nothing.
    }
  }
}
