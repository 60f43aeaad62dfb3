/** Pictures of cards and signs: their addresses, those loaded ahead, and those above the table. */

import { HIDDEN, assignKeys, copyIndex } from "./card_identity.js";

/** @typedef {import("./card_identity.js").Placement} Placement */
/** @typedef {import("./types.js").Game} Game */

export const VARIANTS = 3;
/** Time between two pictures where the browser has no idle callbacks. */
const PAUSE_MS = 50;

/** Loaded pictures by address: the browser keeps them parsed as long as they are referred to. */
const loaded = new Map();
/** Returns the addresses of the pictures to be loaded. @type {(() => string[]) | null} */
let listPictures = null;
let isLoading = false;

/**
 * Returns the address of a picture; cards have variants, signs have none.
 *
 * @param {string} art URL of the card art
 * @param {string} name
 * @param {string | number} [variant] number of a copy, or the variant of a part
 */
export function pictureAddress(art, name, variant) {
  const file = name === HIDDEN ? "back" : name.replaceAll(" ", "-").replaceAll("/", "+");
  if (variant === undefined) return `${art}/${file}.svg`;
  return `${art}/${file}.${typeof variant === "number" ? variant % VARIANTS : variant}.svg`;
}

/**
 * Returns the addresses of the pictures of cards that are not placed yet.
 *
 * @param {{game: Game, art: string, placed: Placement}} model
 * @param {[string, string[]][]} zones all cards, by zone
 */
export function newPictures({ game, art, placed }, zones) {
  /** @type {(placement: Placement) => string[]} */
  const addresses = (placement) =>
    [...placement].flatMap(([zone, cards]) =>
      cards.map(({ card, key }, place) =>
        pictureAddress(art, card, game.variantOf?.(zone, place, key) ?? copyIndex(key)),
      ),
    );
  const shown = new Set(addresses(placed));
  return addresses(assignKeys(placed, zones, 0)).filter((address) => !shown.has(address));
}

/**
 * Loads pictures one after the other while nothing moves, instead of those that still wait: a
 * picture that is parsed while a card flies costs frames.
 *
 * @param {() => string[]} addresses called when nothing moves
 */
export function loadAhead(addresses) {
  listPictures = addresses;
  if (!isLoading) loadListed();
}

async function loadListed() {
  isLoading = true;
  /** @type {string[]} */
  let waiting = [];
  do {
    await stillness();
    if (listPictures) waiting = listPictures().filter((address) => !loaded.has(address));
    listPictures = null;
    const address = waiting.shift();
    if (address) await load(address);
  } while (waiting.length || listPictures);
  isLoading = false;
}

/** @param {string} address */
async function load(address) {
  const picture = Object.assign(new Image(), { src: address });
  loaded.set(address, picture);
  // Without a connection the picture is loaded when it is shown.
  await picture.decode().catch(() => loaded.delete(address));
}

/** Waits until the browser is idle and nothing moves. */
async function stillness() {
  await new Promise((resolve) => {
    if ("requestIdleCallback" in window) requestIdleCallback(resolve);
    else setTimeout(resolve, PAUSE_MS);
  });
  const running = document.getAnimations().filter(({ playState }) => playState === "running");
  if (!running.length) return;
  await Promise.allSettled(running.map(({ finished }) => finished));
  await stillness();
}

/** @param {string} source */
export function createImage(source) {
  return Object.assign(document.createElement("img"), { alt: "", src: source });
}

/**
 * Places an element above the table.
 *
 * @template {HTMLElement} Element
 * @param {Element} element
 * @param {string} className
 * @param {DOMRect} box
 */
export function placeAbove(element, className, { left, top, width, height }) {
  element.className = className;
  for (const [name, size] of Object.entries({ left, top, width, height }))
    element.style.setProperty(name, `${size}px`);
  // Outside the body, where no rule with `:has()` watches what comes and goes.
  document.documentElement.append(element);
  return element;
}

/**
 * Returns the transform from one box to another, about the corner of the first.
 *
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
export function transformBetween(from, to) {
  return `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${to.width / from.width})`;
}
