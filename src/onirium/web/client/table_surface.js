/** The surface of the table, between bar and dock. */

import { html } from "./vendor/lit-html.js";

/**
 * @param {unknown} table
 * @param {import("./i18n.js").Words} words
 */
export function tableSurface(table, words) {
  return html`<div class="table-surface" role="group" aria-label=${words.text("page.table.table")}>
    ${table}
  </div>`;
}
