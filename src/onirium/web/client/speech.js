/** Speech: what live regions say, and the text of a zone. */

/**
 * The texts of the two live regions. What follows from one event is one text: screen readers say two
 * regions that change at once in any order, and drop the polite one.
 *
 * @typedef {object} Speech
 * @property {string} polite news, spoken after the current speech
 * @property {string} urgent answers to the keyboard, spoken at once
 */

/** @type {Speech} */
export const SILENCE = { polite: "", urgent: "" };

/**
 * Returns the speech that follows another one. Live regions speak only changes: a repeated text
 * differs by a space.
 *
 * @param {Speech} before
 * @param {Partial<Speech>} next
 * @returns {Speech}
 */
export function speechAfter(before, { polite = "", urgent = "" }) {
  return {
    polite: renewed(polite, before.polite),
    urgent: renewed(urgent, before.urgent),
  };
}

/**
 * @param {string} text
 * @param {string} before
 */
function renewed(text, before) {
  return text && text === before ? `${text}\u00a0` : text;
}

/** Elements that are not read with the text around them. */
const SILENT = "button, svg, [aria-hidden=true], [hidden]";

/**
 * Returns the text and the names of the pictures in an element, without its buttons, which are read
 * when they are reached.
 *
 * @param {Element} element
 * @returns {string}
 */
export function textOf(element) {
  if (element.matches(SILENT)) return "";
  if (element instanceof HTMLImageElement) return element.alt;
  const pieces = [""];
  for (const node of element.childNodes) {
    // Templates split a text into several nodes.
    if (node instanceof Text) pieces[pieces.length - 1] += node.data;
    else if (node instanceof Element) pieces.push(textOf(node), "");
  }
  const texts = pieces.map((piece) => piece.trim()).filter(Boolean);
  return texts.join(", ").replaceAll(":,", ":");
}
