/** A site whose application runs in this browser, without a server: nobody else can join. */

/** Returns whether the page belongs to such a site. */
export function isLocalSite() {
  return globalThis.document?.documentElement?.dataset?.server !== undefined;
}

/** Returns the URL of the server to which games can move, or an empty string. */
export function serverUrl() {
  return globalThis.document?.documentElement?.dataset?.server ?? "";
}
