/** Parts of the table that scroll sideways: fans with more cards than they hold, wide troupes. */

import { closest } from "./elements.js";

/** Width of a card that must stay free to be touched, in pixels. */
const TOUCHABLE_PX = 44;

/** Width by which the arms of a creature may leave its troupe, in pixels. */
const ARMS_PX = 24;

/**
 * Marks the parts that scroll, and makes them reachable with Tab.
 *
 * @param {HTMLElement} root
 */
export function markScrolling(root) {
  // All are measured before the first is marked: a measure after a mark costs a layout.
  const marks = [...root.querySelectorAll(".fan, .creatures")].map(measure);
  for (const { part, scrolls, crowded } of marks) {
    part.classList.toggle("scrolls", scrolls);
    part.classList.toggle("crowded", crowded);
    if (scrolls && !part.querySelector("button:not([tabindex='-1'])")) {
      part.setAttribute("tabindex", "0");
    } else part.removeAttribute("tabindex");
  }
}

/**
 * Returns whether a part scrolls, and whether a lifted card covers its neighbours.
 *
 * @param {Element} part
 */
function measure(part) {
  const room = part.clientWidth + 1;
  if (!part.matches(".fan"))
    return { part, scrolls: part.scrollWidth > room + ARMS_PX, crowded: false };
  const cards = part.querySelectorAll(":scope > .card");
  const width = cards[0] instanceof HTMLElement ? cards[0].offsetWidth : 0;
  /** @param {number} step */
  const exceeds = (step) => cards.length > 0 && width + (cards.length - 1) * step > room;
  // Half of a neighbour can be touched beside a lifted card on top.
  return { part, scrolls: exceeds(TOUCHABLE_PX), crowded: exceeds((width + TOUCHABLE_PX) / 2) };
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
 * Scrolls a fan until a card with legal actions is visible, if none is.
 *
 * @param {HTMLElement} root
 */
export function revealLegal(root) {
  for (const fan of root.querySelectorAll(".fan.scrolls")) {
    const frame = fan.getBoundingClientRect();
    const cards = [...fan.querySelectorAll(".legal")];
    const isVisible = cards.some((card) => {
      const { left, right } = card.getBoundingClientRect();
      return left >= frame.left && right <= frame.right;
    });
    if (cards.length && !isVisible) reveal(cards[0]);
  }
}

/**
 * Updates the marks when the size of the window changes, and scrolls sideways with the wheel of a
 * mouse, which turns up and down only.
 *
 * @param {HTMLElement} root
 */
export function watchScrolling(root) {
  addEventListener("resize", () => {
    markScrolling(root);
    revealLegal(root);
  });
  /** @param {WheelEvent} event */
  const turn = (event) => {
    const part = closest(event.target, ".scrolls");
    if (!part || event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
    const before = part.scrollLeft;
    part.scrollBy({ left: event.deltaY });
    if (part.scrollLeft !== before) event.preventDefault();
  };
  root.addEventListener("wheel", turn, { passive: false });
}
