/** Moves a game from a site without a server to one with a server. */

import { pathTo, serverUrl } from "./host.js";

/**
 * Opens the server in a new tab, with the record of a table; `moved_record.js` receives it there.
 *
 * @param {string} tableId
 * @returns {Promise<boolean>} whether there is a record to move
 */
export async function moveTable(tableId) {
  // Browsers block a tab that opens after the click. If they block this one too, the server replaces the site.
  const tab = /** @type {Window} */ (open("", "_blank") ?? top);
  const response = await fetch(pathTo(`/t/${tableId}/record.json`)).catch(() => null);
  if (!response?.ok) {
    tab.close();
    return false;
  }
  const record = encodeURIComponent(await response.text());
  tab.opener = null;
  tab.location.href = `${serverUrl()}/history#record=${record}`;
  return true;
}
