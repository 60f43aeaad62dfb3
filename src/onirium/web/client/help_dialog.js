/** The dialog with the help for the present decision, and the keys. */

import { html, nothing } from "./vendor/lit-html.js";
import { ZONE_KEYS } from "./input.js";
import { isLocalSite, pathTo } from "./host.js";

/** @typedef {import("./dialogs.js").Content} Content */

const KEYS = ["1-9", "enter", "arrows", "d", "esc", "r", "u", "s", "o", "h", "m", "?"];

/**
 * Returns the path of the rules, with the readings in force at the table.
 *
 * @param {import("./types.js").TableView} tableView
 */
function rulesPath({ game, options }) {
  const readings = /** @type {string[]} */ (options.readings ?? []);
  const query = new URLSearchParams(readings.map((reading) => ["reading", reading]));
  return pathTo(`/rules/${game}${query.size ? `?${query}` : ""}`);
}

/**
 * Returns the keys of the zones that the table shows.
 *
 * @param {import("./types.js").Game} game
 */
function keysOfShownZones(game) {
  return Object.entries({ ...ZONE_KEYS, ...game.zoneKeys })
    .filter(([, selector]) => document.querySelector(selector))
    .map(([key]) => key);
}

/**
 * Renders the help; a site plays in one tab, so its rules replace the table.
 *
 * @type {Content}
 */
export function help({ tableView, words, game }) {
  return html`${tableView.help.map((text) => html`<p>${text}</p>`)}
    <p>
      <a class="button first" href=${rulesPath(tableView)} target=${isLocalSite() ? nothing : "_blank"}
        >${words.text("page.table.rules")}</a
      >
    </p>
    <h3>${words.text("page.table.keys")}</h3>
    <dl class="keys">
      ${[...KEYS, ...keysOfShownZones(game)].map((key) => {
        const name = `page.table.key.${key}`;
        return html`<dt><kbd>${words.has(name) ? words.text(name) : key}</kbd></dt>
          <dd>${words.text(`page.table.keys.${key}`)}</dd>`;
      })}
    </dl>`;
}
