/** Renders the page and animates moved cards (FLIP: first, last, invert, play). */

import { noteLayer } from "./back_button.js";
import { createImage, placeAbove, transformBetween } from "./pictures.js";
import { isMoving } from "./preferences.js";
import { markScrolling, reveal, revealLegal, watchScrolling } from "./scrolling.js";
import { render } from "./vendor/lit-html.js";

/** @typedef {import("./card_identity.js").Placement} Placement */
/** @typedef {{element: HTMLElement, box: DOMRect, picture: string}} CardBox */

const GLIDE_TIMING = { id: "glide", duration: 320, easing: "cubic-bezier(.3,.7,.2,1)" };
/** Running flights, which finish even if other views are rendered meanwhile. */
const FLIGHT_TIMING = { ...GLIDE_TIMING, id: "flight" };
/** A part settles on its creature. */
const LANDING_TIMING = { id: "landing", duration: 140, easing: "ease-in" };
/** Ids of the animations that end when the page jumps: moves of cards, and events. */
const MOVES = [GLIDE_TIMING, FLIGHT_TIMING, LANDING_TIMING, { id: "event" }].map(({ id }) => id);
/** Time between the flights of cards from one pile. */
const STAGGER_MS = 90;
const DECK_PILE = "deck";

/**
 * Selectors of elements on which rules for the whole page depend, by their words in `data-stage`;
 * a game adds its own. With `:has()` on the body or the stage, each card that comes or goes would
 * restyle every element.
 */
const STAGE_MARKS = {
  ended: ".stage.ended",
  taught: ".stage.taught",
  covered: ".cover",
  won: ".stage.won",
  lost: ".stage.lost",
  panel: ".panel > *",
  explained: ".explained",
  curves: ".curves",
  eyes: ".eyes",
};

/** Where the focus waits: at the progress or the result of an analysis, in the hand, or at the news. */
const REST_STOPS = [".analysing > progress", "[aria-controls=findings]", ".own button", ".logline"];

export class Renderer {
  /**
   * @param {HTMLElement} root
   * @param {Pick<import("./types.js").Game, "stageMarks" | "exitZones">} game
   */
  constructor(root, { stageMarks, exitZones = [] }) {
    this.root = root;
    this.marks = Object.entries({ ...STAGE_MARKS, ...stageMarks });
    this.exitZones = exitZones;
    watchScrolling(root);
    /** @type {Placement} */
    this.placed = new Map();
    /** The part that opened by itself. @type {string | undefined} */
    this.wantedPart = undefined;
    /** The dialog that is open. @type {string | undefined} */
    this.openedDialog = undefined;
    /** The end of a game, or the cover while a device changes hands. @type {Element | null} */
    this.cover = null;
    /** Where the focus waits for the next action. @type {Element | null} */
    this.focusStop = null;
    /** The newest page until the veil covers the present one. @type {(() => void) | null} */
    this.waiting = null;
  }

  /**
   * Renders the page behind a veil, whose module only the end of a game needs.
   *
   * @param {unknown} content
   * @param {Placement} placed
   * @param {string} mood
   */
  async updateBehindVeil(content, placed, mood) {
    if (!isMoving()) {
      this.update(content, placed);
      return;
    }
    this.waiting = () => this.jump(content, placed);
    const change = () => {
      const render = this.waiting;
      this.waiting = null;
      render?.();
    };
    const veil = await import("./veil.js").catch(() => null);
    if (veil) veil.changeBehindVeil(mood, change);
    else change();
  }

  /**
   * @param {unknown} content
   * @param {Placement} placed the present zone of each card
   * @param {(string | undefined)[]} [animated] zones whose new cards have an animation of their event instead of a flight
   */
  update(content, placed, animated = []) {
    if (this.waiting) {
      this.waiting = () => this.jump(content, placed);
      return;
    }
    const moves = placed !== this.placed && this.placed.size > 0 && isMoving();
    const before = moves ? this.cardBoxes() : new Map();
    const from = moves ? zonesOf(this.placed) : new Map();
    const focused = this.root.contains(document.activeElement) ? document.activeElement : null;
    const card = cardOf(focused);
    const wasUseful = focused?.matches(".legal") ?? false;
    render(content, this.root);
    this.markStage();
    markScrolling(this.root);
    this.openDialog();
    this.openWantedPart();
    this.keepFocus(focused, card, wasUseful);
    this.focusCover();
    if (placed !== this.placed) this.scroll(placed);
    revealLegal(this.root);
    this.placed = placed;
    if (moves) this.animateMoves(before, from, zonesOf(placed), animated);
  }

  /**
   * Renders the page without animation, and ends running animations.
   *
   * @param {unknown} content
   * @param {Placement} placed
   */
  jump(content, placed) {
    for (const move of document.getAnimations()) {
      if (MOVES.includes(move.id)) move.finish();
    }
    this.forgetCards();
    this.update(content, placed);
  }

  /** Makes the cards of the next view appear in their places: those of another seat do not move. */
  forgetCards() {
    this.placed = new Map();
  }

  markStage() {
    const marks = this.marks.filter(([, selector]) => this.root.querySelector(selector));
    const words = marks.map(([mark]) => mark).join(" ");
    if (document.body.dataset.stage !== words) document.body.dataset.stage = words;
  }

  /**
   * Moves the focus to the next available action if its element or card is gone or has become
   * useless. Until there is one it waits in the hand, or at the news.
   *
   * @param {Element | null} focused the element of the page that had the focus
   * @param {string | undefined} card the card that it showed
   * @param {boolean} wasUseful whether the card had legal actions
   */
  keepFocus(focused, card, wasUseful) {
    const { activeElement, body } = document;
    const isSpent = wasUseful && !focused?.matches(".legal");
    const isGone = focused && (activeElement === body || cardOf(focused) !== card || isSpent);
    const waits = this.focusStop && activeElement === this.focusStop;
    this.focusStop = null;
    if (!(isGone || waits) || activeElement?.matches(".legal:not(.spare)")) return;
    const next = this.firstOf(
      ".end .first",
      ".choices button.first",
      ".own button.card.legal:not(.spare)",
      ".own button.card.legal",
      ".panel button.card.legal",
      ".choices button",
      "button.card.legal",
    );
    const rest = activeElement?.matches(".own button") ? activeElement : null;
    const stop = next ?? rest ?? this.firstOf(...REST_STOPS);
    if (!next) this.focusStop = stop;
    if (stop instanceof HTMLElement) stop.focus({ preventScroll: true });
  }

  /** Returns the first element of the first selector that has one. @param {string[]} selectors */
  firstOf(...selectors) {
    return selectors.map((selector) => this.root.querySelector(selector)).find(Boolean) ?? null;
  }

  /** Moves the focus to the first action of what covers the table, when it appears. */
  focusCover() {
    const cover = this.root.querySelector(".end, .cover");
    const first = cover?.querySelector(".first, .button, .hold");
    if (cover && cover !== this.cover) this.hideSheets();
    if (first instanceof HTMLElement && cover !== this.cover) first.focus({ preventScroll: true });
    this.cover = cover;
  }

  hideSheets() {
    for (const sheet of this.root.querySelectorAll(":popover-open")) {
      if (sheet instanceof HTMLElement) sheet.hidePopover();
    }
  }

  /**
   * Scrolls to the newest cards of long rows and of the hand.
   *
   * @param {Placement} placed
   */
  scroll(placed) {
    const before = zonesOf(this.placed);
    const isNew = (/** @type {string} */ key) => before.size > 0 && before.get(key) !== "hand";
    const drawn = placed.get("hand")?.find(({ key }) => isNew(key));
    const card = drawn && this.root.querySelector(`.own [data-key="${CSS.escape(drawn.key)}"]`);
    if (card) reveal(card);
    for (const row of this.root.querySelectorAll("[data-scroll]")) {
      row.scrollLeft = row.scrollWidth;
      row.scrollTop = row.scrollHeight;
    }
  }

  /** Opens the part of the shelf that the decision needs, once; large screens show all without tabs. */
  openWantedPart() {
    /** @param {Element | null} part */
    const hasTab = (part) =>
      this.root.querySelector(`[popovertarget="${part?.id}"]`)?.checkVisibility();
    const open = this.root.querySelector(".part:popover-open");
    if (open instanceof HTMLElement && !hasTab(open)) open.hidePopover();
    const part = this.root.querySelector("[data-wanted]");
    const wanted = hasTab(part) ? part?.id : undefined;
    if (wanted === this.wantedPart) return;
    this.wantedPart = wanted;
    if (wanted && part instanceof HTMLElement) part.showPopover();
  }

  openDialog() {
    const dialog = /** @type {HTMLDialogElement | null} */ (this.root.querySelector("#dialog"));
    if (!dialog) return;
    if ("open" in dialog.dataset && !dialog.open) {
      dialog.showModal();
      noteLayer();
    }
    // The narration opens at its end, once it has been loaded.
    const sentences = dialog.querySelector(".sentences");
    const shown = sentences ? "sentences" : dialog.dataset.open;
    if (shown !== this.openedDialog) {
      dialog.scrollTop = sentences ? dialog.scrollHeight : 0;
      focusWithin(dialog);
    }
    this.openedDialog = shown;
    if (!("open" in dialog.dataset) && dialog.open) dialog.close();
  }

  /** @returns {Map<string, CardBox>} */
  cardBoxes() {
    /** @type {Map<string, CardBox>} */
    const found = new Map();
    for (const element of this.root.querySelectorAll("[data-key]")) {
      if (element instanceof HTMLElement) {
        const picture = element.querySelector("img")?.src ?? "";
        const box = (draggedPicture(element) ?? element).getBoundingClientRect();
        found.set(element.dataset.key ?? "", { element, box, picture });
      }
    }
    return found;
  }

  /**
   * @param {Map<string, CardBox>} before
   * @param {Map<string, string>} from
   * @param {Map<string, string>} to
   * @param {(string | undefined)[]} animated
   */
  animateMoves(before, from, to, animated) {
    for (const glide of document.getAnimations()) {
      if (glide.id === GLIDE_TIMING.id) glide.cancel();
    }
    const now = this.cardBoxes();
    // Everything is measured before anything moves: a measure after a move costs a layout.
    const moves = [...now].map(([key, { element, box }]) => ({
      element,
      start: before.get(key)?.box ?? this.boxOf(from.get(key) ?? DECK_PILE),
      box,
      stays: from.get(key) === to.get(key),
      isAnimated: animated.includes(to.get(key)),
    }));
    const departures = [...before]
      .filter(([key]) => !now.has(key) && from.get(key) !== to.get(key))
      .filter(([key]) => to.has(key) || !this.exitZones.includes(from.get(key) ?? ""))
      .map(([key, card]) => ({ ...card, end: this.boxOf(to.get(key) ?? DECK_PILE) }));
    let flights = 0;
    for (const { element, start, box, stays, isAnimated } of moves) {
      if (!start || !hasMoved(start, box)) continue;
      if (stays) animateWithinPile(element, start, box);
      else if (!isAnimated) {
        animateFromPile(element, start, box, STAGGER_MS * flights);
        flights += 1;
      }
    }
    for (const { picture, box, end } of departures) {
      // A card of a closed sheet has no size.
      if (end && hasMoved(box, end)) flyPicture(picture, box, end);
    }
  }

  /**
   * Returns the box of a pile whose cards are not rendered.
   *
   * @param {string} pile
   */
  boxOf(pile) {
    const spot = this.root.querySelector(`[data-pile="${CSS.escape(pile)}"]`);
    const top = spot?.querySelector(".card") ?? spot;
    return top?.getBoundingClientRect() ?? null;
  }
}

/**
 * Moves the focus into an open dialog whose new content has replaced the focused button.
 *
 * @param {HTMLDialogElement} dialog
 */
function focusWithin(dialog) {
  if (!dialog.open || dialog.contains(document.activeElement)) return;
  const first = dialog.querySelector("[autofocus]") ?? dialog.querySelector("button");
  if (first instanceof HTMLElement) first.focus();
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

/** Returns the key of the card that an element shows at present. @param {Element | null} element */
function cardOf(element) {
  return element instanceof HTMLElement ? element.dataset.key : undefined;
}

/**
 * @param {Placement} placed
 * @returns {Map<string, string>}
 */
function zonesOf(placed) {
  return new Map([...placed.values()].flat().map(({ key, zone }) => [key, zone]));
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
