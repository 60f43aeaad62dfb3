/** The part of the page on which the table lies; it can be scrolled with the keyboard too. */

import { html } from "./vendor/lit-html.js";

/**
 * @param {unknown} table
 * @param {import("./i18n.js").Words} words
 */
export function felt(table, words) {
  return html`<div
    class="felt"
    role="group"
    tabindex="0"
    aria-label=${words.text("page.table.table")}
  >
    ${table}
  </div>`;
}
