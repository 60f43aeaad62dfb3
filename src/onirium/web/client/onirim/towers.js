/** The tower row, with the badges of the colours that it lacks. */

import { html, nothing } from "../vendor/lit-html.js";
import { COLOURS, colourOf } from "./views.js";

/** @typedef {import("../types.js").CardWidgets} CardWidgets */

/**
 * @param {{row: string[], complete: boolean}} built
 * @param {CardWidgets} widgets
 */
export function towers({ row, complete }, widgets) {
  const label = widgets.text("pile.towers");
  const built = new Set(row.map(colourOf));
  const content = html`<h2 class="headline">
      ${label} <small>${complete ? widgets.text("table.complete") : `${built.size}/4`}</small>
    </h2>
    <div class="strip">
      ${widgets.cards("towers", row)}
      ${
        complete
          ? nothing
          : COLOURS.filter((colour) => !built.has(colour)).map(
              (colour) =>
                html`<span class="card slot"
                  ><img src=${widgets.picture(`badge-${colour}`)} alt="" draggable="false"
                /></span>`,
            )
      }
    </div>`;
  return widgets.pile("towers", label, content, {
    className: `towers ${complete ? "complete" : ""}`,
  });
}
