/** The host of the page: a server, or a site whose application runs in this browser. */

/**
 * Returns a path below the base path of the host.
 *
 * @param {string} path
 */
export function pathTo(path) {
  return (attributes().base ?? "") + path;
}

/** Returns whether the application runs in this browser: nobody else can join. */
export function isLocalSite() {
  return attributes().server !== undefined;
}

/** Returns the URL of the server to which games of such a site can move, or an empty string. */
export function serverUrl() {
  return attributes().server ?? "";
}

/** Returns the version of the client's files that this page has loaded, and the language of its texts. */
export function pageVersion() {
  const { lang: language = "" } = globalThis.document?.documentElement ?? {};
  return { version: attributes().version ?? "", language };
}

/** @returns {DOMStringMap} the data attributes of the page; empty outside of a browser */
function attributes() {
  return globalThis.document?.documentElement?.dataset ?? {};
}
