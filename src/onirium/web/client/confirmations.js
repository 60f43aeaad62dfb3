/** Dialogs that ask before something cannot be undone: a hint, a takeback, a resignation. */

import { hasListeners } from "./seats.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./dialogs.js").Content} Content */

/** @type {Content} */
export function hint({ words }, _widgets, handlers) {
  return html`<p>${words.text("page.hint.text")}</p>
    <p>${words.text("page.hint.unranked")}</p>
    ${answers(words, handlers, ["page.hint.accept", "page.hint.decline"], () => handlers.hint(true))}`;
}

/** @type {Content} */
export function undo({ words }, _widgets, handlers) {
  const keys = ["page.table.undo.free", "page.table.resign.no"];
  return answers(words, handlers, keys, () => handlers.takeBack(true));
}

/**
 * Renders the two answers of a question; the first one accepts, and is focused.
 *
 * @param {import("./i18n.js").Words} words
 * @param {import("./types.js").Handlers} handlers
 * @param {string[]} keys their messages
 * @param {() => void} accept
 */
function answers(words, handlers, [yes, no], accept) {
  return html`<div class="row">
    <button type="button" class="first" autofocus @click=${accept}>${words.text(yes)}</button>
    <button type="button" @click=${() => handlers.open("")}>${words.text(no)}</button>
  </div>`;
}

/** @type {Content} */
export function resign({ tableView, words }, _widgets, handlers) {
  const hasOthers = hasListeners(tableView);
  return html`<p>${words.text("page.table.resign.text")}</p>
    ${hasOthers ? html`<p>${words.text("page.table.resign.all")}</p>` : nothing}
    <div class="row">
      <button
        type="button"
        class="armed"
        @click=${() => [handlers.send({ type: "resign" }), handlers.open("")]}
      >
        ${words.text("page.table.resign.yes")}
      </button>
      ${
        hasOthers
          ? html`<button type="button" @click=${() => handlers.open("seats")}>
              ${words.text("page.table.replace")}
            </button>`
          : nothing
      }
      <button type="button" autofocus @click=${() => handlers.open("")}>
        ${words.text("page.table.resign.no")}
      </button>
    </div>`;
}
