/** The story as the items of a list, with a mark at the end of the viewer's last turn. */

import { lastTurnEnd, nameSpeaker } from "./seat_names.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Model} Model */

/**
 * @param {Model} model
 * @param {string[]} story the sentences to show
 */
export function storyItems(model, story) {
  const since = lastTurnEnd(model, story, model.tableView.viewed_seat);
  const mark = html`<li class="since">${model.words.text("page.table.story.since")}</li>`;
  return story.map(
    (sentence, index) =>
      html`${index === since ? mark : nothing}
        <li>${nameSpeaker(model, sentence)}</li>`,
  );
}
