/** The narration as the items of a list, with a mark at the end of the viewer's last turn. */

import { lastTurnEnd, nameSpeaker } from "./seat_names.js";
import { pictures } from "./sheet.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./card_widgets.js").CardWidgets} CardWidgets */
/** @typedef {import("./protocol.js").Sentence} Sentence */

/**
 * @param {Sentence[]} narration the sentences to show
 * @param {CardWidgets} widgets
 */
export function narrationItems(narration, widgets) {
  const { model } = widgets;
  const texts = narration.map(({ text }) => text);
  const since = lastTurnEnd(model, texts, model.tableView.viewed_seat);
  const mark = html`<li class="since">${widgets.text("page.table.narration.since")}</li>`;
  return narration.map(
    (sentence, index) =>
      html`${index === since ? mark : nothing}
        <li>${item(sentence, widgets)}</li>`,
  );
}

/**
 * Renders a sentence; one that names cards opens to their pictures.
 *
 * @param {Sentence} sentence
 * @param {CardWidgets} widgets
 */
function item({ text, cards }, widgets) {
  const named = nameSpeaker(widgets.model, text);
  if (!cards.length) return named;
  return html`<details @toggle=${reveal}>
    <summary>${named}</summary>
    ${pictures(
      cards.map((card) => ({ card })),
      widgets,
    )}
  </details>`;
}

/** @param {Event} event */
function reveal({ currentTarget: details }) {
  if (details instanceof HTMLDetailsElement && details.open)
    details.scrollIntoView({ block: "nearest" });
}
