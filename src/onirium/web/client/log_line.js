/** The narration as one line, which unfolds to its latest sentences. */

import { icon } from "./icons.js";
import { nameSpeaker } from "./seat_names.js";
import { narrationItems } from "./narration_items.js";
import { html } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./protocol.js").Sentence} Sentence */

/** Number of sentences that the line unfolds to. */
const MAX_SENTENCES = 50;

/** Sentences with more letters do not fit the line on small screens: they are shortened. */
const MAX_SENTENCE_LETTERS = 80;

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

/**
 * Returns the text of a sentence that fits the line: without the abilities of the cards, and if need
 * be with their number instead of their names.
 *
 * @param {Sentence} sentence
 */
export function briefText({ text, brief }) {
  if (text.length <= MAX_SENTENCE_LETTERS) return text;
  const plain = text.replace(/ \([^)]*\)/g, "");
  return (plain.length > MAX_SENTENCE_LETTERS && brief) || plain;
}
