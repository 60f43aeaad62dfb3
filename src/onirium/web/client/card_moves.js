/** Animates the cards that a new view moves (FLIP: first, last, invert, play). */

import { zonesOf } from "./card_identity.js";
import { createImage, placeAbove, transformBetween } from "./pictures.js";

/** @typedef {import("./card_identity.js").Placement} Placement */
/** @typedef {{element: HTMLElement, box: DOMRect, picture: string}} CardBox */

const GLIDE_TIMING = { id: "glide", duration: 320, easing: "cubic-bezier(.3,.7,.2,1)" };
/** Running flights, which finish even if other views are rendered meanwhile. */
const FLIGHT_TIMING = { ...GLIDE_TIMING, id: "flight" };
/** A part settles on its creature. */
const LANDING_TIMING = { id: "landing", duration: 140, easing: "ease-in" };
/** The id of the animations of events, by which they are skipped. */
export const EVENT_ID = "event";
const MOVE_IDS = [GLIDE_TIMING.id, FLIGHT_TIMING.id, LANDING_TIMING.id, EVENT_ID];
/** Time between the flights of cards from one pile. */
const STAGGER_MS = 90;
const DECK_PILE = "deck";

/** Ends the moves of cards and the animations of events at once. */
export function finishMoves() {
  for (const move of document.getAnimations()) {
    if (MOVE_IDS.includes(move.id)) move.finish();
  }
}

/**
 * Notes where the cards are, before another view is rendered; the result animates those that have
 * moved since.
 *
 * @param {HTMLElement} root
 * @param {Placement} placed the zone of each card before
 * @param {string[]} exitZones zones whose cards leave the game
 * @returns {(placed: Placement, animated: (string | undefined)[]) => void}
 */
export function prepareMoves(root, placed, exitZones) {
  const before = cardBoxes(root);
  const from = zonesOf(placed);
  return (now, animated) => {
    const to = zonesOf(now);
    cancelGlides();
    const boxes = cardBoxes(root);
    // Everything is measured before anything moves: a measure after a move costs a layout.
    const arrivals = [...boxes].map(([key, { element, box }]) => ({
      element,
      start: before.get(key)?.box ?? boxOfPile(root, from.get(key) ?? DECK_PILE),
      box,
      stays: from.get(key) === to.get(key),
      isAnimated: animated.includes(to.get(key)),
    }));
    const departures = [...before]
      .filter(([key]) => !boxes.has(key) && from.get(key) !== to.get(key))
      .filter(([key]) => to.has(key) || !exitZones.includes(from.get(key) ?? ""))
      .map(([key, card]) => ({ ...card, end: boxOfPile(root, to.get(key) ?? DECK_PILE) }));
    animateArrivals(arrivals);
    animateDepartures(departures);
  };
}

/** Cancels the moves within piles: the next ones begin where the cards are now. */
function cancelGlides() {
  for (const glide of document.getAnimations()) {
    if (glide.id === GLIDE_TIMING.id) glide.cancel();
  }
}

/**
 * Animates the cards that have another place: within a pile they glide, from other piles they fly
 * one after the other, unless the animation of an event shows them.
 *
 * @param {{element: HTMLElement, start: DOMRect | null, box: DOMRect, stays: boolean, isAnimated: boolean}[]} arrivals
 */
function animateArrivals(arrivals) {
  let flights = 0;
  for (const { element, start, box, stays, isAnimated } of arrivals) {
    if (!start || !hasMoved(start, box)) continue;
    if (stays) animateWithinPile(element, start, box);
    else if (!isAnimated) {
      animateFromPile(element, start, box, STAGGER_MS * flights);
      flights += 1;
    }
  }
}

/**
 * Animates the cards that the page no longer shows, to their piles.
 *
 * @param {{picture: string, box: DOMRect, end: DOMRect | null}[]} departures
 */
function animateDepartures(departures) {
  for (const { picture, box, end } of departures) {
    // A card of a closed sheet has no size.
    if (end && hasMoved(box, end)) flyPicture(picture, box, end);
  }
}

/**
 * Returns the boxes of the cards by key.
 *
 * @param {HTMLElement} root
 * @returns {Map<string, CardBox>}
 */
function cardBoxes(root) {
  /** @type {Map<string, CardBox>} */
  const found = new Map();
  for (const element of root.querySelectorAll("[data-key]")) {
    if (element instanceof HTMLElement) {
      const picture = element.querySelector("img")?.src ?? "";
      const box = (draggedPicture(element) ?? element).getBoundingClientRect();
      found.set(element.dataset.key ?? "", { element, box, picture });
    }
  }
  return found;
}

/**
 * Returns the picture under the pointer if it shows this card: from there the card moves on.
 *
 * @param {HTMLElement} element
 */
function draggedPicture({ dataset: { key = "", dragged } }) {
  if (dragged === undefined) return null;
  return document.querySelector(`.ghost[data-dragging="${CSS.escape(key)}"]`);
}

/**
 * Returns the box of a pile whose cards are not rendered.
 *
 * @param {HTMLElement} root
 * @param {string} pile
 */
function boxOfPile(root, pile) {
  const spot = root.querySelector(`[data-pile="${CSS.escape(pile)}"]`);
  const top = spot?.querySelector(".card") ?? spot;
  return top?.getBoundingClientRect() ?? null;
}

/**
 * @param {DOMRect} start
 * @param {DOMRect} end
 */
function hasMoved(start, end) {
  const far = Math.abs(start.x - end.x) + Math.abs(start.y - end.y);
  return start.width > 0 && end.width > 0 && far > 2;
}

/**
 * Animates a card within its pile.
 *
 * @param {HTMLElement} element
 * @param {DOMRect} start
 * @param {DOMRect} end
 */
function animateWithinPile(element, start, end) {
  const here = transformBetween(end, start);
  // Animate only the transform: the compositor needs no repaint.
  const glide = element.animate({ transform: [here, "none"] }, GLIDE_TIMING);
  element.style.zIndex = "9";
  glide.onfinish = glide.oncancel = () => {
    // The next glide may have begun before this event.
    if (!element.getAnimations().some(({ id }) => id === GLIDE_TIMING.id))
      element.style.removeProperty("z-index");
  };
}

/**
 * Animates a picture across the page from one box to another.
 *
 * @param {string} picture
 * @param {DOMRect} start
 * @param {DOMRect} end
 * @param {number} [delay]
 */
function flyPicture(picture, start, end, delay = 0) {
  if (!picture) return null;
  const ghost = placeAbove(createImage(picture), "ghost", start);
  const there = transformBetween(start, end);
  // Until it starts, it is not seen.
  if (delay) ghost.style.opacity = "0";
  const frames = { transform: ["none", there], ...(delay && { opacity: [1, 1] }) };
  const flight = ghost.animate(frames, { ...FLIGHT_TIMING, delay });
  flight.onfinish = flight.oncancel = () => ghost.remove();
  return flight;
}

/**
 * Animates a card from another pile, above all scroll containers that would clip it.
 *
 * @param {HTMLElement} element
 * @param {DOMRect} start
 * @param {DOMRect} end
 * @param {number} delay
 */
function animateFromPile(element, start, end, delay) {
  const image = element.querySelector("img");
  const flight = flyPicture(image?.src ?? "", start, end, delay);
  if (!flight || !image) return;
  // The picture alone is hidden: the card can be touched, and needs no layer that fades.
  image.style.visibility = "hidden";
  const land = () => {
    image.style.removeProperty("visibility");
    if (!element.closest(".creature")) return;
    element.animate({ transform: ["translateY(-5%)", "none"] }, LANDING_TIMING);
  };
  flight.addEventListener("finish", land);
  flight.addEventListener("cancel", land);
}
