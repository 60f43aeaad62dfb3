/** Sentences of the narration, shortened to fit one line of the table. */

/** @typedef {import("./protocol.js").Sentence} Sentence */

/** Sentences with more letters do not fit the line on small screens. */
const MAX_LETTERS = 80;

/**
 * Returns the text of a sentence that fits the line: without the abilities of the cards, and if need
 * be with their number instead of their names.
 *
 * @param {Sentence} sentence
 */
export function briefText({ text, brief }) {
  if (text.length <= MAX_LETTERS) return text;
  const plain = text.replace(/ \([^)]*\)/g, "");
  return (plain.length > MAX_LETTERS && brief) || plain;
}
