/** Patches of table views: new values by path. */

/**
 * Returns a copy of a JSON value with new values by JSON pointer (RFC 6901).
 *
 * @template T
 * @param {T} original
 * @param {Record<string, unknown>} changes
 * @returns {T}
 */
export function applyChanges(original, changes) {
  const changed = structuredClone(original);
  for (const [path, value] of Object.entries(changes)) {
    const keys = path.split("/").slice(1).map(unescape);
    const last = keys.pop() ?? "";
    keys.reduce(partOf, /** @type {any} */ (changed))[last] = value;
  }
  return changed;
}

/**
 * Returns a part of a value; a new item of a list begins as a copy of the one before.
 *
 * @param {any} value
 * @param {string} key
 */
function partOf(value, key) {
  value[key] ??= structuredClone(value[Number(key) - 1]);
  return value[key];
}

/** @param {string} key */
function unescape(key) {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
