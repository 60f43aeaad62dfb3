/** Renders the page and lets the cards glide from where they were to where they are. */

import { render } from "./vendor/lit-html.js";

/** @typedef {import("./card_identity.js").Placement} Placement */
/** @typedef {{element: HTMLElement, box: DOMRect, picture: string}} Lying */

const GLIDE = { id: "glide", duration: 180, easing: "cubic-bezier(.2,.7,.3,1)" };
/** What has taken off lands, whatever is shown meanwhile. */
const FLIGHT = { ...GLIDE, id: "flight" };
const STOCK = "deck";

export const still = matchMedia("(prefers-reduced-motion: reduce)");

export class Show {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Placement} */
    this.placed = new Map();
  }

  /**
   * @param {unknown} content
   * @param {Placement} placed where each card lies now
   */
  show(content, placed) {
    const moves = placed !== this.placed && this.placed.size > 0 && !still.matches;
    const was = moves ? this.lying() : new Map();
    const from = moves ? zonesOf(this.placed) : new Map();
    const focused = this.root.contains(document.activeElement);
    render(content, this.root);
    this.openDialog();
    if (focused) this.keepFocus();
    if (placed !== this.placed) this.scroll();
    this.placed = placed;
    if (moves) this.glide(was, from, zonesOf(placed));
  }

  /** Gives the focus to what can be done next when what had it is gone. */
  keepFocus() {
    if (document.activeElement !== document.body) return;
    const next = [".choices button.first", "button.card.legal", ".choices button", ".own button"]
      .map((selector) => this.root.querySelector(selector))
      .find((found) => found instanceof HTMLElement);
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }

  /** Shows the newest cards of rows that are longer than the screen, and whoever moves. */
  scroll() {
    for (const row of this.root.querySelectorAll("[data-scroll]")) {
      row.scrollLeft = row.scrollWidth;
      row.scrollTop = row.scrollHeight;
    }
    for (const seen of this.root.querySelectorAll("[data-see]")) {
      seen.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
  }

  openDialog() {
    const dialog = /** @type {HTMLDialogElement | null} */ (this.root.querySelector("#dialog"));
    if (!dialog) return;
    if ("open" in dialog.dataset && !dialog.open) dialog.showModal();
    if (!("open" in dialog.dataset) && dialog.open) dialog.close();
  }

  /** @returns {Map<string, Lying>} */
  lying() {
    /** @type {Map<string, Lying>} */
    const found = new Map();
    for (const element of this.root.querySelectorAll("[data-key]")) {
      if (element instanceof HTMLElement) {
        const picture = element.querySelector("img")?.src ?? "";
        const box = element.getBoundingClientRect();
        found.set(element.dataset.key ?? "", { element, box, picture });
      }
    }
    return found;
  }

  /**
   * @param {Map<string, Lying>} was
   * @param {Map<string, string>} from
   * @param {Map<string, string>} to
   */
  glide(was, from, to) {
    for (const glide of document.getAnimations()) {
      if (glide.id === GLIDE.id) glide.cancel();
    }
    const now = this.lying();
    for (const [key, { element, box }] of now) {
      const start = was.get(key)?.box ?? this.boxOf(from.get(key) ?? STOCK);
      if (!start || !hasMoved(start, box)) continue;
      if (from.get(key) === to.get(key)) shift(element, start, box);
      else come(element, start, box);
    }
    for (const [key, lay] of was) {
      const end = now.has(key) ? null : this.boxOf(to.get(key) ?? STOCK);
      if (end && from.get(key) !== to.get(key)) fly(lay.picture, lay.box, end);
    }
  }

  /**
   * The place of a pile whose cards are not drawn.
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
 * What makes one box another.
 *
 * @param {DOMRect} from
 * @param {DOMRect} to
 */
function moved(from, to) {
  return `translate(${to.x - from.x}px, ${to.y - from.y}px) scale(${to.width / from.width})`;
}

/**
 * Moves a card within its pile.
 *
 * @param {HTMLElement} element
 * @param {DOMRect} start
 * @param {DOMRect} end
 */
function shift(element, start, end) {
  const here = moved(end, start);
  // Nothing but the transform is animated, which takes no painting.
  const glide = element.animate({ transform: [here, "none"] }, GLIDE);
  element.style.zIndex = "9";
  glide.onfinish = glide.oncancel = () => element.style.removeProperty("z-index");
}

/**
 * Lets a picture fly over the page from one place to another.
 *
 * @param {string} picture
 * @param {DOMRect} start
 * @param {DOMRect} end
 */
function fly(picture, start, end) {
  if (!picture) return;
  const ghost = document.createElement("img");
  ghost.className = "ghost";
  ghost.alt = "";
  ghost.src = picture;
  Object.assign(ghost.style, { left: `${start.x}px`, top: `${start.y}px` });
  Object.assign(ghost.style, { width: `${start.width}px`, height: `${start.height}px` });
  document.body.append(ghost);
  const there = moved(start, end);
  const flight = ghost.animate({ transform: ["none", there] }, FLIGHT);
  flight.onfinish = flight.oncancel = () => ghost.remove();
}

/**
 * Lets a card come from another pile; nothing that scrolls may hide it on its way.
 *
 * @param {HTMLElement} element
 * @param {DOMRect} start
 * @param {DOMRect} end
 */
function come(element, start, end) {
  fly(element.querySelector("img")?.src ?? "", start, end);
  element.animate({ opacity: [0, 0] }, FLIGHT);
}
