/** Renders the page, and keeps what lit-html does not: focus, dialogs, sheets, places in long rows. */

import { noteLayer } from "./back_button.js";
import { zonesOf } from "./card_identity.js";
import { finishMoves, prepareMoves } from "./card_moves.js";
import { isMoving } from "./preferences.js";
import { markScrolling, reveal, revealLegal, watchScrolling } from "./scrolling.js";
import { render } from "./vendor/lit-html.js";

/** @typedef {import("./card_identity.js").Placement} Placement */

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
    const animate = moves ? prepareMoves(this.root, this.placed, this.exitZones) : null;
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
    animate?.(placed, animated);
  }

  /**
   * Renders the page without animation, and ends running animations.
   *
   * @param {unknown} content
   * @param {Placement} placed
   */
  jump(content, placed) {
    finishMoves();
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

/** Returns the key of the card that an element shows at present. @param {Element | null} element */
function cardOf(element) {
  return element instanceof HTMLElement ? element.dataset.key : undefined;
}
