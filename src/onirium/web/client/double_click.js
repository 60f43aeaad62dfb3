/** Double clicks: the second click does not answer a question that came up after the first. */

import { closest } from "./elements.js";

/** Time and distance up to which two clicks are a double click. */
const MAX_TIME_MS = 400;
const MAX_DISTANCE_PX = 24;

const ANSWERS = ".choices button, .goal";

/** The click that may be the first of a double click. */
let first = { time: -Infinity, x: 0, y: 0, answer: "" };

/** @param {MouseEvent} event */
function check(event) {
  const { timeStamp: time, x, y, detail, target } = event;
  // Keys and screen readers click without a pointer.
  if (!detail) return;
  const answer = answerOf(closest(target, ANSWERS));
  const isSecond =
    time - first.time < MAX_TIME_MS && Math.hypot(x - first.x, y - first.y) < MAX_DISTANCE_PX;
  if (isSecond && answer && answer !== first.answer) event.stopPropagation();
  else first = { time, x, y, answer };
}

/**
 * Returns the identity of an answer: the element of a button may show the next one.
 *
 * @param {HTMLElement | null} button
 */
function answerOf(button) {
  return button ? [button.dataset.action, button.ariaLabel, button.textContent].join() : "";
}

addEventListener("click", check, { capture: true });
