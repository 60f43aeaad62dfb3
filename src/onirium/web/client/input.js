/** Pointer and keyboard input: holding, focus movement, shortcuts. */

import { cardRefOf, watchDrags } from "./drag.js";
import { closest } from "./elements.js";
import { textOf } from "./speech.js";

/** @typedef {import("./table_controller.js").TableController} TableController */

const HOLD_MS = 500;

/**
 * @param {HTMLElement} root
 * @param {TableController} controller
 */
export function watch(root, controller) {
  watchDrags(root, controller);
  watchHolds(root, controller);
  watchSkips(root, controller);
  watchFirstUse(controller);
  watchSheets(root, controller);
  addEventListener("keydown", (event) => press(event, root, controller));
  const load = () => import("./double_click.js").catch(() => null);
  root.addEventListener("pointerover", load, { once: true });
}

/**
 * A touch of the bare table skips the frames to come; any touch or key ends the animations of events.
 *
 * @param {HTMLElement} root
 * @param {TableController} controller
 */
function watchSkips(root, controller) {
  root.addEventListener("pointerdown", ({ target }) => {
    if (!closest(target, "button, a, dialog, [popover]")) controller.skip();
  });
  for (const kind of ["pointerdown", "keydown"]) {
    addEventListener(kind, () => controller.playback.animator?.skipEventAnimations(), true);
  }
}

/**
 * Loads the modules of events and dialogs at a touch or key: a mouse moves well before it opens a
 * dialog. Only its first move loads them: without a connection, each move would request them again.
 *
 * @param {TableController} controller
 */
function watchFirstUse(controller) {
  const load = () => controller.playback.loadModules();
  for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, load);
  const loadAtMove = () => {
    if (!controller.model) return;
    removeEventListener("pointermove", loadAtMove);
    load();
  };
  addEventListener("pointermove", loadAtMove);
}

/**
 * Speaks the cards of a sheet that opens: no key reaches them.
 *
 * @param {HTMLElement} root
 * @param {TableController} controller
 */
function watchSheets(root, controller) {
  const speak = (/** @type {Event} */ event) => {
    const sheet = closest(event.target, ".sheet:popover-open");
    if (sheet) controller.announcer.say(textOf(sheet));
  };
  root.addEventListener("toggle", speak, true);
}

/**
 * Hand-over on one device: the view appears after holding the button, not after a stray touch.
 *
 * @param {HTMLElement} root
 * @param {TableController} controller
 */
function watchHolds(root, controller) {
  let timer = 0;
  const show = (/** @type {HTMLElement} */ button) => {
    button.classList.remove("held");
    controller.send({ type: "view_seat", seat: Number(button.dataset.hold) });
  };
  /** @param {Event} event */
  const begin = (event) => {
    const button = closest(event.target, "[data-hold]");
    if (!button || (event instanceof KeyboardEvent && (event.repeat || !isPress(event)))) return;
    button.classList.add("held");
    clearTimeout(timer);
    timer = window.setTimeout(() => show(button), HOLD_MS);
  };
  const end = () => {
    clearTimeout(timer);
    timer = 0;
    root.querySelector("[data-hold]")?.classList.remove("held");
  };
  root.addEventListener("pointerdown", begin);
  root.addEventListener("keydown", begin);
  for (const kind of ["pointerup", "pointercancel", "keyup", "blur"]) addEventListener(kind, end);
  // The pointer is captured: it leaves the button without an event.
  addEventListener("pointermove", ({ x, y }) => {
    if (timer && !closest(document.elementFromPoint(x, y), "[data-hold]")) end();
  });
  // A key must be held, too: it causes no click.
  for (const kind of /** @type {const} */ (["keydown", "keyup"])) {
    root.addEventListener(kind, (event) => {
      if (isPress(event) && closest(event.target, "[data-hold]")) event.preventDefault();
    });
  }
  root.addEventListener("click", ({ target, detail }) => {
    const button = closest(target, "[data-hold]");
    // Screen readers and voice control click without a pointer or a key.
    if (button && !detail) show(button);
  });
  root.addEventListener("contextmenu", (event) => {
    if (closest(event.target, "[data-hold], button.card")) event.preventDefault();
  });
}

/** @param {KeyboardEvent} event */
function isPress({ key }) {
  return key === "Enter" || key === " ";
}

/** Keys that move the focus into a zone of any table. @type {Record<string, string>} */
export const ZONE_KEYS = { c: ".own", a: ".choices" };

/** Keys that need no cards: they work while the device changes hands. */
const COVERED_KEYS = ["m", "r"];

/** @type {Record<string, (controller: TableController) => void>} */
const KEYS = {
  Escape: (controller) => controller.putDown(),
  s: (controller) => controller.skip(),
  o: (controller) => controller.open("odds"),
  h: (controller) => controller.hint(),
  "?": (controller) => controller.open("help"),
  m: (controller) => controller.toggleSound(),
  r: (controller) => controller.speakSituation(),
  u: (controller) => controller.takeBack(),
};

/**
 * @param {KeyboardEvent} event
 * @param {HTMLElement} root
 * @param {TableController} controller
 */
function press(event, root, controller) {
  const typing = closest(event.target, "input, textarea, select, dialog");
  const { ctrlKey, altKey, metaKey } = event;
  const key = latinKey(event);
  if (typing || ctrlKey || altKey || metaKey || event.defaultPrevented) return;
  if (event.repeat && !key.startsWith("Arrow")) {
    // A held key must not play the next card as well.
    if (isPress(event)) event.preventDefault();
    return;
  }
  // The card is put down first: its sheet stays open.
  if (key === "Escape" && root.querySelector(":popover-open .lifted")) event.preventDefault();
  if (root.querySelector(".cover") && !COVERED_KEYS.includes(key)) return;
  if (/^[1-9]$/.test(key)) lift(root, Number(key) - 1);
  else if (key === "d") discard(controller);
  else if (key.startsWith("Arrow")) {
    if (move(root, key)) event.preventDefault();
  } else if (key === "Enter" && isResting(event.target)) {
    const lifted = controller.model?.selection.lifted;
    if (lifted) controller.tap(lifted);
  } else if (key in zoneKeys(controller)) enterZone(root, zoneKeys(controller)[key], controller);
  else KEYS[key]?.(controller);
}

/**
 * Returns the key, in lower case; on keyboards with other letters the one in its place.
 *
 * @param {KeyboardEvent} event
 */
function latinKey({ key, code }) {
  if (key.length > 1) return key;
  return /^Key[A-Z]$/.test(code) && !/[a-z]/i.test(key)
    ? code.slice(-1).toLowerCase()
    : key.toLowerCase();
}

/** Returns whether the focus is on nothing that has keys of its own. @param {EventTarget | null} target */
function isResting(target) {
  return target === document.body || (target instanceof Element && target.matches(".spot"));
}

/** @param {TableController} controller */
function zoneKeys(controller) {
  return { ...ZONE_KEYS, ...controller.model?.game.zoneKeys };
}

/**
 * Moves the focus into a zone and speaks its text, or moves on to the next button in it.
 *
 * @param {HTMLElement} root
 * @param {string} selector
 * @param {TableController} controller
 */
function enterZone(root, selector, controller) {
  const zones = [...root.querySelectorAll(selector)].filter((zone) => zone.checkVisibility());
  const stops = zones.flatMap((zone) => {
    const buttons = [...zone.querySelectorAll("button:not(.goal), a")];
    return buttons.length ? buttons : [zone];
  });
  const { activeElement } = document;
  const next = stops[(stops.findIndex((stop) => stop === activeElement) + 1) % stops.length];
  if (!(next instanceof HTMLElement)) return;
  next.focus();
  const entered = zones.find((zone) => zone.contains(next) && !zone.contains(activeElement));
  const text = entered && textOf(entered);
  if (text) controller.announcer.say(text);
}

/**
 * Lifts a card in hand; of the cards of the decision if no card in hand is of use.
 *
 * @param {HTMLElement} root
 * @param {number} index
 */
function lift(root, index) {
  const hand = [...root.querySelectorAll(".own button.card")];
  const useful = [...root.querySelectorAll("button.card.legal")];
  const isHand = !useful.length || useful.some((card) => hand.includes(card));
  const card = (isHand ? hand : useful)[index];
  if (!(card instanceof HTMLElement)) return;
  card.focus();
  card.click();
}

/** @param {TableController} controller */
function discard(controller) {
  const focused = closest(document.activeElement, "button.card.legal");
  if (controller.model?.selection.lifted || !focused) controller.aim("discard");
  else controller.drop(cardRefOf(focused), "discard");
}

const DIRECTIONS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Moves the focus to the nearest card or button in a direction.
 *
 * @param {HTMLElement} root
 * @param {string} key
 */
function move(root, key) {
  const from = closest(document.activeElement, "button, a");
  const [x, y] = DIRECTIONS[/** @type {keyof typeof DIRECTIONS} */ (key)];
  if (!from) {
    if (!isResting(document.activeElement)) return false;
    const first = root.querySelector(".own button.card");
    if (first instanceof HTMLElement) first.focus();
    return true;
  }
  const here = middle(from);
  let best = null;
  let least = Infinity;
  for (const other of root.querySelectorAll("button, a")) {
    if (!(other instanceof HTMLElement) || other === from || !other.offsetParent) continue;
    const there = middle(other);
    const ahead = (there.x - here.x) * x + (there.y - here.y) * y;
    const aside = Math.abs((there.x - here.x) * y) + Math.abs((there.y - here.y) * x);
    const cost = ahead + 3 * aside;
    if (ahead > 4 && cost < least) [best, least] = [other, cost];
  }
  best?.focus();
  return best !== null;
}

/** @param {HTMLElement} element */
function middle(element) {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
}
