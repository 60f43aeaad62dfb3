/** Dialogs that list: the odds of the next card, the narration so far, the phrases to say. */

import { html } from "./vendor/lit-html.js";
import { phraseText } from "./seats.js";
import { narrationItems } from "./narration_items.js";

/** @typedef {import("./dialogs.js").Content} Content */

/** @type {Content} */
export function odds({ game, view, words }, widgets) {
  const likely = game.odds(view);
  if (!likely.length) return html`<p>${words.text("page.table.odds.none")}</p>`;
  return html`<p>${words.text("page.table.odds.text")}</p>
    <ul class="odds">
      ${likely.map(
        ({ card, count, probability }) =>
          html`<li>
            <img src=${widgets.picture(card, 0)} alt="" />
            <span>${words.card(card)} <small>× ${count}</small></span>
            <i .style=${`--part: ${probability}`}></i>
            <b>${words.percent(probability, probability < 0.1 ? 1 : 0)}</b>
          </li>`,
      )}
    </ul>`;
}

/** @type {Content} */
export function narration(model, widgets) {
  return html`<ol class="sentences">
    ${narrationItems(model.narration, widgets)}
  </ol>`;
}

/** @type {Content} */
export function chat({ tableView, words }, _widgets, handlers) {
  return html`<ul class="phrases">
    ${tableView.phrases.map(
      (phrase) =>
        html`<li>
          <button
            type="button"
            @click=${() => [handlers.send({ type: "send_phrase", phrase }), handlers.open("")]}
          >
            ${phraseText(phrase, words)}
          </button>
        </li>`,
    )}
  </ul>`;
}
