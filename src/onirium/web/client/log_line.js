/** The narration as one line, which unfolds to its latest sentences. */

import { briefText } from "./brief_sentence.js";
import { icon } from "./icons.js";
import { nameSpeaker } from "./seat_names.js";
import { narrationItems } from "./narration_items.js";
import { html } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Model} Model */

/** Number of sentences that the line unfolds to. */
const MAX_SENTENCES = 50;

/** Sentences with more letters are set smaller, in more lines. */
const LONG_SENTENCE_LETTERS = 56;

/** @param {Event} event */
function scrollToLatest({ currentTarget: list }) {
  if (list instanceof HTMLElement) list.scrollTop = list.scrollHeight;
}

/**
 * @param {Model} model
 * @param {import("./card_widgets.js").CardWidgets} widgets
 */
export function logLine(model, widgets) {
  const { words } = model;
  const last = model.narration.at(-1);
  const latest = last ? nameSpeaker(model, briefText(last)) : "";
  return html`<button
      type="button"
      class="logline ${latest.length > LONG_SENTENCE_LETTERS ? "long" : ""}"
      popovertarget="news"
    >
      <b class="unseen">${words.text("page.table.narration")}:</b> ${icon("up")}<span>${latest}</span>
    </button>
    <ol
      id="news"
      class="news"
      popover
      aria-label=${words.text("page.table.narration")}
      data-scroll
      @toggle=${scrollToLatest}
    >
      ${narrationItems(model.narration.slice(-MAX_SENTENCES), widgets)}
    </ol>`;
}
