/** Parts of the table that scroll sideways: fans with more cards than they hold, wide troupes. */

import { closest } from "./drag.js";

/** Width of a card that must stay free to be touched, in pixels. */
const TOUCHABLE_PX = 44;

/**
 * Marks the fans that scroll, and makes each part that scrolls reachable with Tab.
 *
 * @param {HTMLElement} root
 */
export function markScrolling(root) {
  for (const fan of root.querySelectorAll(".fan")) {
    fan.classList.toggle("scrolls", widthNeeded(fan, TOUCHABLE_PX) > fan.clientWidth + 1);
    fan.classList.toggle("crowded", widthNeeded(fan, stepBesideLifted(fan)) > fan.clientWidth + 1);
  }
  for (const part of root.querySelectorAll(".fan, .creatures")) {
    const scrolls = part.scrollWidth > part.clientWidth + 1 && !part.matches(".fan:not(.scrolls)");
    if (scrolls && !part.querySelector("button:not([tabindex='-1'])")) {
      part.setAttribute("tabindex", "0");
    } else part.removeAttribute("tabindex");
  }
}

/**
 * Returns the width of a fan whose cards lie a step apart.
 *
 * @param {Element} fan
 * @param {number} step
 */
function widthNeeded(fan, step) {
  const cards = fan.querySelectorAll(":scope > .card");
  return cards.length && widthOfCard(fan) + (cards.length - 1) * step;
}

/**
 * Returns the step at which a card can be touched between a lifted card on top and the next one.
 *
 * @param {Element} fan
 */
function stepBesideLifted(fan) {
  return (widthOfCard(fan) + TOUCHABLE_PX) / 2;
}

/** @param {Element} fan */
function widthOfCard(fan) {
  const card = fan.querySelector(":scope > .card");
  return card instanceof HTMLElement ? card.offsetWidth : 0;
}

/**
 * Scrolls the fan of a card until the whole card is visible; the page stays where it is.
 *
 * @param {Element} card
 */
export function reveal(card) {
  const fan = card.closest(".fan.scrolls");
  if (!fan) return;
  const [frame, box] = [fan.getBoundingClientRect(), card.getBoundingClientRect()];
  const before = Math.min(0, box.left - frame.left - TOUCHABLE_PX);
  const after = Math.max(0, box.right - frame.right + TOUCHABLE_PX);
  if (before || after) fan.scrollBy({ left: before || after });
}

/**
 * Updates the marks when the size of the window changes, and scrolls fans with the wheel of a mouse,
 * which turns up and down only.
 *
 * @param {HTMLElement} root
 */
export function watchScrolling(root) {
  addEventListener("resize", () => markScrolling(root));
  /** @param {WheelEvent} event */
  const turn = (event) => {
    const fan = closest(event.target, ".fan.scrolls");
    if (!fan || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    const before = fan.scrollLeft;
    fan.scrollBy({ left: event.deltaY });
    if (fan.scrollLeft !== before) event.preventDefault();
  };
  root.addEventListener("wheel", turn, { passive: false });
}
