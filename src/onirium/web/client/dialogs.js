/** The dialog element over the table; dialog_contents.js renders its contents. */

import { icon } from "./icons.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./card_widgets.js").CardWidgets} CardWidgets */

/** @typedef {(model: Model, widgets: CardWidgets, handlers: Handlers) => unknown} Content */

/**
 * The dialog element, always present; renderer.js opens and closes it. It opens at once, even if its
 * content is still being loaded.
 *
 * @param {Model} model
 * @param {CardWidgets} widgets
 * @param {Handlers} handlers
 */
export function dialogs(model, widgets, handlers) {
  const { dialog, dialogContents, words } = model;
  const title = dialog ? words.text(`page.table.${dialog}`) : "";
  return html`<dialog
    id="dialog"
    aria-label=${title}
    data-open=${dialog || nothing}
    @close=${() => handlers.open("")}
  >
    ${
      dialog
        ? html`<header role="none">
              <h2>${title}</h2>
              <button
                type="button"
                class="tool"
                aria-label=${words.text("page.table.close")}
                @click=${() => handlers.open("")}
              >
                ${icon("cross")}
              </button>
            </header>
            ${dialogContents[dialog]?.(model, widgets, handlers) ?? nothing}`
        : nothing
    }
  </dialog>`;
}
