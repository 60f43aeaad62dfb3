/** Dialogs that ask before something cannot be undone: a hint, a takeback, a resignation. */

import { html } from "./vendor/lit-html.js";

/** @typedef {import("./dialogs.js").Content} Content */

/** @type {Content} */
export function hint({ words }, _widgets, handlers) {
  return html`<p>${words.text("page.hint.text")}</p>
    <p>${words.text("page.hint.unranked")}</p>
    <div class="row">
      <button type="button" class="first" autofocus @click=${() => handlers.hint(true)}>
        ${words.text("page.hint.accept")}
      </button>
      <button type="button" @click=${() => handlers.open("")}>
        ${words.text("page.hint.decline")}
      </button>
    </div>`;
}

/** @type {Content} */
export function undo({ words }, _widgets, handlers) {
  return html`<div class="row">
    <button type="button" class="first" autofocus @click=${() => handlers.takeBack(true)}>
      ${words.text("page.table.undo.free")}
    </button>
    <button type="button" @click=${() => handlers.open("")}>
      ${words.text("page.table.resign.no")}
    </button>
  </div>`;
}

/** @type {Content} */
export function resign({ words }, _widgets, handlers) {
  return html`<p>${words.text("page.table.resign.text")}</p>
    <div class="row">
      <button
        type="button"
        class="armed"
        @click=${() => [handlers.send({ type: "resign" }), handlers.open("")]}
      >
        ${words.text("page.table.resign.yes")}
      </button>
      <button type="button" @click=${() => handlers.open("")}>
        ${words.text("page.table.resign.no")}
      </button>
    </div>`;
}
