/** Dragging: a card leaves its place under the pointer, snaps to targets, and lands or returns. */

import { closest } from "./elements.js";
import { signal } from "./feedback.js";
import { isMoving } from "./preferences.js";

/** @typedef {import("./types.js").CardRef} CardRef */
/** @typedef {import("./table_controller.js").TableController} TableController */

/** Distance before a touch becomes a drag, in pixels. */
const MIN_DISTANCE_PX = 6;
const RETURN_TIMING = { duration: 200, easing: "cubic-bezier(.3,.7,.2,1)" };

/**
 * @param {HTMLElement} element
 * @returns {CardRef}
 */
export function cardRefOf({ dataset: { zone = "", card = "", key = "" } }) {
  return { zone, card, key };
}

/**
 * @param {HTMLElement} root
 * @param {TableController} controller
 */
export function watchDrags(root, controller) {
  /** @type {Drag | null} */
  let drag = null;
  root.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary) return;
    drag?.cancel();
    const card = closest(event.target, "button.card.legal");
    drag = card && event.button === 0 ? new Drag(card, event, controller) : null;
  });
  // The browser would drag a selection of the whole page instead of the card.
  root.addEventListener("dragstart", (event) => drag && event.preventDefault());
  addEventListener("pointermove", (event) => event.isPrimary && drag?.move(event));
  addEventListener("pointerup", (event) => {
    if (!event.isPrimary) return;
    drag?.release(event);
    drag = null;
  });
  addEventListener("pointercancel", (event) => {
    if (!event.isPrimary) return;
    drag?.cancel();
    drag = null;
  });
}

/** A card under the pointer. */
class Drag {
  /**
   * @param {HTMLElement} card
   * @param {PointerEvent} event
   * @param {TableController} controller
   */
  constructor(card, { x, y, pointerType }, controller) {
    this.card = card;
    /** Whether a touch sideways swipes the hand. */
    this.swipes = pointerType === "touch" && card.closest(".fan.scrolls") !== null;
    /** Whether a touch up or down scrolls the sheet. */
    this.scrolls = pointerType === "touch" && card.closest(":popover-open") !== null;
    this.cardRef = cardRefOf(card);
    this.controller = controller;
    this.start = { x, y };
    /** The picture under the pointer, once the touch is a drag. @type {HTMLImageElement | null} */
    this.ghost = null;
    /** @type {HTMLElement | null} */
    this.target = null;
  }

  /** @param {PointerEvent} event */
  move({ x, y }) {
    const [across, down] = [x - this.start.x, y - this.start.y];
    const steepness = Math.abs(down) - Math.abs(across);
    const distance = this.swipes ? steepness : this.scrolls ? -steepness : Math.hypot(across, down);
    if (!this.ghost && distance > MIN_DISTANCE_PX) this.begin();
    if (!this.ghost) return;
    this.aimAt(targetAt(x, y));
    if (!this.target) this.ghost.style.transform = `translate(${across}px, ${down}px)`;
  }

  begin() {
    this.ghost = ghostOf(this.card);
    this.card.dataset.dragged = "";
    this.controller.lift(this.cardRef);
  }

  /**
   * Snaps to a target, or releases it.
   *
   * @param {HTMLElement | null} target
   */
  aimAt(target) {
    if (!this.ghost || target === this.target) return;
    this.target = target;
    this.ghost.classList.toggle("snapped", Boolean(target));
    if (!target) return;
    const { offsetLeft: left, offsetTop: top, offsetWidth: width } = this.ghost;
    const landing = landingOn(target);
    const box = (landing ?? target).getBoundingClientRect();
    const scale = landing ? box.width / width : 1;
    const x = box.x + (box.width - width * scale) / 2 - left;
    this.ghost.style.transform = `translate(${x}px, ${box.y - top}px) scale(${scale})`;
    signal([{ name: "snap" }]);
  }

  /** @param {PointerEvent} event */
  release({ x, y }) {
    if (!this.ghost) return;
    silenceClick();
    const pile = targetAt(x, y)?.dataset.pile;
    if (pile === undefined) {
      this.cancel();
      return;
    }
    this.controller.drop(this.cardRef, pile);
    this.end();
  }

  /** Glides the card back to its place. */
  cancel() {
    if (!this.ghost) return;
    this.controller.lift(null);
    if (!isMoving()) {
      this.end();
      return;
    }
    const glide = this.ghost.animate({ transform: "none" }, RETURN_TIMING);
    glide.onfinish = glide.oncancel = () => this.end();
  }

  end() {
    this.ghost?.remove();
    delete this.card.dataset.dragged;
  }
}

/**
 * @param {number} x
 * @param {number} y
 */
function targetAt(x, y) {
  return closest(document.elementFromPoint(x, y), ".spot.aims");
}

/**
 * Returns where a card lies on a target: its foreseen place there, else the first card.
 *
 * @param {HTMLElement} target
 */
function landingOn(target) {
  return target.querySelector(".foreseen") ?? target.querySelector(".card");
}

/**
 * Returns a picture of a card, level over its middle.
 *
 * @param {HTMLElement} card
 */
function ghostOf(card) {
  const box = card.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const [x, y] = [box.x + (box.width - width) / 2, box.y + (box.height - height) / 2];
  const ghost = document.createElement("img");
  ghost.src = card.querySelector("img")?.src ?? "";
  ghost.alt = "";
  ghost.className = "ghost dragged";
  ghost.dataset.dragging = card.dataset.key;
  Object.assign(ghost.style, { left: `${x}px`, top: `${y}px` });
  Object.assign(ghost.style, { width: `${width}px`, height: `${height}px` });
  document.body.append(ghost);
  return ghost;
}

/** Suppresses the click that ends a drag. */
function silenceClick() {
  /** @param {Event} event */
  const silence = (event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  addEventListener("click", silence, { capture: true, once: true });
  setTimeout(() => removeEventListener("click", silence, { capture: true }), 0);
}
