/** Sheets: lists over the table, opened by a button with `popovertarget`. */

import { copyIndex } from "./card_identity.js";
import { icon } from "./icons.js";
import { html } from "./vendor/lit-html.js";

/**
 * @param {string} id
 * @param {string} title
 * @param {unknown} content
 * @param {import("./types.js").CardWidgets} widgets
 */
export function sheet(id, title, content, widgets) {
  const close = widgets.text("page.table.close");
  return html`<div id=${id} class="sheet" popover role="dialog" aria-label=${title}>
    <header role="none">
      <h2>${title}</h2>
      <button
        type="button"
        class="tool"
        popovertarget=${id}
        popovertargetaction="hide"
        aria-label=${close}
      >
        ${icon("cross")}
      </button>
    </header>
    ${content}
  </div>`;
}

/**
 * Renders pictures of cards.
 *
 * @param {{card: string, key?: string}[]} cards one without a key shows its first copy
 * @param {import("./types.js").CardWidgets} widgets
 */
export function pictures(cards, widgets) {
  if (!cards.length) return html`<p>${widgets.text("pile.empty")}</p>`;
  return html`<ol class="pictures">
    ${cards.map(
      ({ card, key = "" }) =>
        html`<li>
          <img src=${widgets.picture(card, copyIndex(key))} alt=${widgets.words.card(card)} loading="lazy" />
        </li>`,
    )}
  </ol>`;
}
