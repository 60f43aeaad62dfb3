/** Paths of the host. */

/**
 * Returns a path below the base path of the server, which a page states if there is one.
 *
 * @param {string} path
 */
export function pathTo(path) {
  return (globalThis.document?.documentElement?.dataset?.base ?? "") + path;
}
