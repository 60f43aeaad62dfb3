/** Opens the connection of a table; a site of static files has another module in its place. */

import { pathTo } from "./host.js";

/**
 * @param {string} path the path of the table's endpoint
 * @returns {WebSocket}
 */
export function openSocket(path) {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  return new WebSocket(`${scheme}://${location.host}${pathTo(path)}`);
}
