/** The dialog over the table: its frame, and the contents by name. */

import { hint, resign } from "./confirmations.js";
import { help } from "./help_dialog.js";
import { icon } from "./icons.js";
import { invitation } from "./invitation_dialog.js";
import { menu } from "./menu_dialog.js";
import { seatsDialog } from "./seats_dialog.js";
import { odds, story, talk } from "./table_lists.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./card_widgets.js").CardWidgets} CardWidgets */

/** @typedef {(model: Model, widgets: CardWidgets, handlers: Handlers) => unknown} Content */

/** @type {Record<string, Content>} */
const CONTENTS = {
  menu,
  seats: seatsDialog,
  invitation,
  odds,
  hint,
  help,
  story,
  talk,
  resign,
};

/**
 * The dialog element, always present; renderer.js opens and closes it.
 *
 * @param {Model} model
 * @param {CardWidgets} widgets
 * @param {Handlers} handlers
 */
export function dialogs(model, widgets, handlers) {
  const { dialog, words } = model;
  const content = CONTENTS[dialog];
  const title = dialog ? words.text(`page.table.${dialog}`) : "";
  return html`<dialog
    id="dialog"
    aria-label=${title}
    data-open=${dialog in CONTENTS ? dialog : nothing}
    @close=${() => handlers.open("")}
  >
    ${
      content
        ? html`<header>
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
            ${content(model, widgets, handlers)}`
        : nothing
    }
  </dialog>`;
}
