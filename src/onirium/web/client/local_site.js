/** A site whose application runs in this browser, without a server: nobody else can join. */

import { pathTo } from "./paths.js";

/** Returns whether the page belongs to such a site. */
export function isLocalSite() {
  return globalThis.document?.documentElement?.dataset?.server !== undefined;
}

/** Returns the URL of the server to which games can move, or an empty string. */
export function serverUrl() {
  return globalThis.document?.documentElement?.dataset?.server ?? "";
}

/**
 * Opens the server in a new tab, with the record of a table; `moved_record.js` receives it there.
 *
 * @param {string} tableId
 */
export async function moveTable(tableId) {
  // Browsers block a tab that opens after the click. If they block this one too, the server replaces the site.
  const tab = /** @type {Window} */ (open("", "_blank") ?? top);
  const response = await fetch(pathTo(`/t/${tableId}/record.json`));
  const record = encodeURIComponent(await response.text());
  tab.opener = null;
  tab.location.href = `${serverUrl()}/history#record=${record}`;
}
