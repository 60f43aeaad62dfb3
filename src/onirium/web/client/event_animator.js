/** Animates important events over the table: a card in the middle, a door that opens, a shuffled deck. */

import { EVENT_ID } from "./card_moves.js";
import { createImage, placeAbove, transformBetween } from "./pictures.js";

/** @typedef {import("./types.js").EventAnimation} EventAnimation */

const FLY_IN = "cubic-bezier(.2,.7,.2,1)";
const FLY_OUT = "cubic-bezier(.6,0,.6,1)";

/** Height of a card in the middle, relative to that of the window. */
const HEIGHT_RATIO = 0.44;
const MAX_WIDTH_RATIO = 0.5;
const MIDDLE = 0.46;
const CARD_RATIO = 5 / 7;

/** Duration of each animation at steady pace, and the time after which the next one begins. */
const TIMES_MS = {
  appear: { duration: 1500, next: 1500 },
  reveal: { duration: 1150, next: 640 },
  find: { duration: 1300, next: 2000 },
  return: { duration: 520, next: 300 },
  shuffle: { duration: 520, next: 420 },
  glow: { duration: 900, next: 700 },
  announce: { duration: 1900, next: 1500 },
};

/** Keyframe offsets at which a card arrives in the middle, and leaves it. */
const ARRIVAL_OFFSET = 0.3;
const DEPARTURE_OFFSET = 0.7;

/** Time in which an announcement appears, and vanishes. */
const FADE_MS = 300;

const DOOR_MS = 800;
const LIGHT_MS = 200;

/**
 * Returns the time after which the next animation may begin, in milliseconds at steady pace.
 *
 * @param {EventAnimation} animation
 */
export const timeToNext = ({ kind, delay = 0 }) => delay + TIMES_MS[kind].next;

/**
 * Returns the animations that remain with reduced motion: announcements, which then only fade; the
 * first one at once, as no door opens before it.
 *
 * @param {EventAnimation[]} animations
 */
export function withoutMotion(animations) {
  const announcements = animations.filter(({ kind }) => kind === "announce");
  const [first] = announcements;
  return announcements.map(({ delay = 0, ...one }) => ({
    ...one,
    delay: delay - (first.delay ?? 0),
    isStill: true,
  }));
}

/**
 * Prepares animations while the table still shows the view before them; the result plays them.
 *
 * @param {EventAnimation[]} animations
 * @param {HTMLElement} root
 * @param {number} slowness factor of all times
 */
export function prepare(animations, root, slowness) {
  const starts = animations.map(({ from }) => boxOf(root, from));
  return () => {
    for (const [index, animation] of animations.entries()) {
      ANIMATIONS[animation.kind](animation, root, slowness, starts[index] ?? middleOfWindow());
    }
  };
}

/** Ends the animations of all events at once. */
export function skipEventAnimations() {
  for (const one of document.getAnimations()) {
    if (one.id === EVENT_ID) one.finish();
  }
}

/**
 * @typedef {(animation: EventAnimation, root: HTMLElement, slowness: number, start: DOMRect) => void
 * } PlayAnimation
 */

/** @type {Record<EventAnimation["kind"], PlayAnimation>} */
const ANIMATIONS = {
  appear(animation, root, slowness, start) {
    const duration = TIMES_MS.appear.duration * slowness;
    darken(duration);
    showInMiddle(animation, root, start, duration);
    hide(root.querySelector(animation.to), duration);
  },
  reveal(animation, root, slowness, start) {
    const duration = TIMES_MS.reveal.duration * slowness;
    // It lies on the pile until the next card has followed.
    const stay = TIMES_MS.reveal.next * slowness;
    showInMiddle(animation, root, start, duration, stay).classList.add("revealed");
    hide(root.querySelector(animation.to), duration);
  },
  find(animation, root, slowness, start) {
    const duration = TIMES_MS.find.duration * slowness;
    showInMiddle(animation, root, start, duration);
    const gate = root.querySelector(animation.to);
    if (gate instanceof HTMLElement && animation.door)
      openDoor(gate, animation.door, duration, slowness);
  },
  return(animation, root, slowness, start) {
    const end = boxOf(root, animation.to);
    if (!end) return;
    const delay = takeRevealed(slowness);
    const duration = TIMES_MS.return.duration * slowness;
    const card = picture(animation.picture, end);
    const frames = { transform: [transformBetween(end, start), "none"] };
    animate(card, frames, { duration, delay, easing: FLY_OUT });
  },
  shuffle(animation, root, slowness) {
    const box = boxOf(root, animation.to);
    if (!box) return;
    const duration = TIMES_MS.shuffle.duration * slowness;
    const delay = (animation.delay ?? 0) * slowness + timeToArrival(slowness);
    const timing = { duration, delay, easing: "ease-in-out" };
    for (const side of [-1, 1]) {
      const aside = `translate(${side * 62}%, 0) rotate(${side * 7}deg)`;
      const card = picture(animation.picture, box);
      animate(card, { transform: ["none", aside, "none", aside, "none"] }, timing);
    }
  },
  glow({ to }, root, slowness) {
    const box = boxOf(root, to);
    if (!box) return;
    const light = placeAbove(document.createElement("div"), "glow", box);
    const transform = ["scale(.3)", "scale(1)", "scale(1.15)"];
    const duration = TIMES_MS.glow.duration * slowness;
    animate(light, { transform, opacity: [0, 1, 0] }, { duration });
  },
  announce({ picture: sign, text = "", to, delay = 0, isStill }, root, slowness) {
    const box = boxOf(root, to);
    if (!box) return;
    const banner = placeAbove(document.createElement("p"), "announcement", box);
    banner.append(createImage(sign), text);
    const duration = TIMES_MS.announce.duration * slowness;
    const fade = FADE_MS / duration;
    const [before, after] = isStill ? ["none", "none"] : ["scale(1.25)", "scale(.97)"];
    const frames = [
      { opacity: 0, transform: before, easing: "ease-out" },
      { opacity: 1, transform: "none", offset: fade },
      { opacity: 1, transform: "none", offset: 1 - fade },
      { opacity: 0, transform: after },
    ];
    animate(banner, frames, { duration, delay: delay * slowness, fill: "backwards" });
  },
};

/**
 * Hides the revealed cards on their piles when the last has arrived; returns the time until then.
 *
 * @param {number} slowness
 */
function takeRevealed(slowness) {
  const delay = timeToArrival(slowness);
  const timing = { delay, duration: TIMES_MS.reveal.next * slowness, id: EVENT_ID };
  for (const card of document.querySelectorAll(".ghost.revealed"))
    card.animate({ opacity: [0, 0] }, timing);
  return delay;
}

/**
 * Returns the time until the last revealed card arrives on its pile.
 *
 * @param {number} slowness
 */
function timeToArrival(slowness) {
  const animations = [...document.querySelectorAll(".ghost.revealed")].flatMap(
    (card) => card.getAnimations()[0] ?? [],
  );
  const times = animations.map(({ currentTime }) => Number(currentTime));
  return Math.max(0, ...times.map((time) => TIMES_MS.reveal.duration * slowness - time));
}

/**
 * Shows a card in the middle of the window on its way from one place to another.
 *
 * @param {EventAnimation} animation
 * @param {HTMLElement} root
 * @param {DOMRect} start
 * @param {number} duration
 * @param {number} [stay] time for which it lies at its end
 * @returns {HTMLElement}
 */
function showInMiddle(animation, root, start, duration, stay = 0) {
  const middle = middleOfWindow();
  const end = boxOf(root, animation.to) ?? middle;
  const card = picture(animation.picture, middle);
  card.classList.add("shown");
  const there = transformBetween(middle, end);
  // Chromium's compositor does not run animations that have an end delay.
  const whole = duration + stay;
  const moves = duration / whole;
  animate(
    card,
    [
      { transform: transformBetween(middle, start), easing: FLY_IN },
      { transform: "none", offset: ARRIVAL_OFFSET * moves },
      { transform: "scale(1.03)", offset: DEPARTURE_OFFSET * moves, easing: FLY_OUT },
      { transform: there, offset: moves },
      { transform: there },
    ],
    { duration: whole },
  );
  return card;
}

/**
 * Darkens the table with a breath of red.
 *
 * @param {number} duration
 */
function darken(duration) {
  const darkness = document.createElement("div");
  darkness.className = "darkness";
  document.documentElement.append(darkness);
  const frames = { opacity: [0, 1, 0.75, 1, 0], offset: [0, 0.22, 0.45, 0.65, 1] };
  animate(darkness, frames, { duration });
}

/**
 * Opens a door when its card has arrived: it is shut and dark until then.
 *
 * @param {HTMLElement} gate
 * @param {NonNullable<EventAnimation["door"]>} door
 * @param {number} delay
 * @param {number} slowness
 */
function openDoor(gate, door, delay, slowness) {
  const [duration, light] = [DOOR_MS * slowness, LIGHT_MS * slowness];
  gate.style.setProperty("--opens", `${delay}ms`);
  const open = gateState(gate, "opening", [door.doorway]);
  for (const side of ["left", "right"]) {
    const leaf = document.createElement("span");
    leaf.className = `leaf ${side}`;
    leaf.append(createImage(door.leaf));
    open.append(leaf);
    const turn = ["perspective(360px) rotateY(0deg)", "perspective(360px) rotateY(-62deg)"];
    leaf.firstElementChild?.animate(
      { transform: turn },
      { duration, delay, easing: "cubic-bezier(.5,0,.1,1)", fill: "both", id: EVENT_ID },
    );
  }
  animate(
    open,
    { opacity: [1, 0] },
    { duration: 2 * light, delay: delay + duration, fill: "both" },
  );
  const shut = gateState(gate, "shut", door.shut);
  animate(shut, { opacity: [1, 0] }, { duration: light, delay, fill: "both" });
}

/**
 * Returns a state of a gate, drawn over it.
 *
 * @param {HTMLElement} gate
 * @param {string} name
 * @param {string[]} pictures
 */
function gateState(gate, name, pictures) {
  const copy = document.createElement("span");
  copy.className = `gate ${name}`;
  copy.style.setProperty("--t", gate.style.getPropertyValue("--t"));
  copy.append(...pictures.map(createImage));
  copy.children[1]?.classList.add("badge");
  gate.parentElement?.append(copy);
  return copy;
}

/**
 * Returns a picture above the table.
 *
 * @param {string} source
 * @param {DOMRect} box
 */
function picture(source, box) {
  return placeAbove(createImage(source), "ghost", box);
}

/**
 * Animates an element that belongs to an event, and removes it at the end.
 *
 * @param {HTMLElement} element
 * @param {Keyframe[] | PropertyIndexedKeyframes} frames
 * @param {KeyframeAnimationOptions} timing
 */
function animate(element, frames, timing) {
  const animation = element.animate(frames, { ...timing, id: EVENT_ID });
  animation.onfinish = animation.oncancel = () => element.remove();
}

/**
 * Hides an element until its picture has arrived.
 *
 * @param {Element | null} element
 * @param {number} duration
 */
function hide(element, duration) {
  // The last one suffices: several at once would cost the main thread every frame.
  for (const one of element?.getAnimations() ?? []) {
    if (one.id === EVENT_ID) one.cancel();
  }
  element?.animate({ opacity: [0, 0] }, { duration, id: EVENT_ID });
}

/** @returns {DOMRect} */
function middleOfWindow() {
  const height = Math.min(innerHeight * HEIGHT_RATIO, (innerWidth * MAX_WIDTH_RATIO) / CARD_RATIO);
  const width = height * CARD_RATIO;
  return new DOMRect(
    (innerWidth - width) / 2,
    innerHeight * MIDDLE - height / 2,
    width,
    height,
  );
}

/**
 * @param {HTMLElement} root
 * @param {string} selector
 */
function boxOf(root, selector) {
  const box = root.querySelector(selector)?.getBoundingClientRect();
  return box?.width ? box : null;
}
