/** JSON patches (RFC 6902), with the operations that the server uses. */

/** @typedef {import("./protocol.js").PatchOperation} PatchOperation */

/**
 * Returns a patched copy of a JSON value.
 *
 * @template T
 * @param {T} original
 * @param {PatchOperation[]} operations
 * @returns {T}
 */
export function applyPatch(original, operations) {
  const patched = structuredClone(original);
  for (const { op, path, from = "", value } of operations) {
    const [parent, key] = locate(patched, path);
    const added = op === "copy" ? structuredClone(valueAt(patched, from)) : value;
    if (op === "remove" && Array.isArray(parent)) parent.splice(Number(key), 1);
    else if (op === "remove") delete parent[key];
    else if (Array.isArray(parent) && key === "-") parent.push(added);
    else parent[key] = added;
  }
  return patched;
}

/**
 * Returns the value to which a JSON pointer leads (RFC 6901).
 *
 * @param {any} root
 * @param {string} pointer
 */
function valueAt(root, pointer) {
  const [parent, key] = locate(root, pointer);
  return parent[key];
}

/**
 * Returns the parent of the value to which a JSON pointer leads, and its key there.
 *
 * @param {any} root
 * @param {string} pointer
 * @returns {[any, string]}
 */
function locate(root, pointer) {
  const keys = pointer.split("/").slice(1).map(unescape);
  const last = keys.pop() ?? "";
  return [keys.reduce((value, key) => value[key], root), last];
}

/** @param {string} key */
function unescape(key) {
  return key.replaceAll("~1", "/").replaceAll("~0", "~");
}
