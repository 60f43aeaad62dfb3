/** Sentences of the story, shortened to fit one line of the table. */

/** Sentences with more letters do not fit the line on small screens. */
const MAX_LETTERS = 80;

/**
 * Returns a sentence that fits the line: without the abilities of the cards, and if need be without
 * cards from the middle of a list, whatever the language says before and after it.
 *
 * @param {string} sentence
 */
export function brief(sentence) {
  if (sentence.length <= MAX_LETTERS) return sentence;
  const parts = sentence.replace(/ \([^)]*\)/g, "").split(", ");
  const end = parts.pop() ?? "";
  const first = parts.slice(0, 1);
  const all = [...parts, end].join(", ");
  if (all.length <= MAX_LETTERS || !parts.length) return all;
  const shortened = (/** @type {string[]} */ start) => [...start, "…", end].join(", ");
  const starts = parts.map((_, index) => parts.slice(0, index + 1));
  return shortened(starts.reverse().find((start) => shortened(start).length <= MAX_LETTERS) ?? first);
}
