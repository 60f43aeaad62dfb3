/** Expansions and the other player: beside the labyrinth on large screens, as sheets of a shelf on small ones. */

import { html, nothing } from "../vendor/lit-html.js";
import { book } from "./book.js";
import { modeOf } from "./outcome.js";
import { partner } from "./partner.js";
import { premonitions } from "./premonitions.js";
import { towers } from "./towers.js";
import { colourOf, doorsOf } from "./views.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */

/**
 * @typedef {object} Part
 * @property {string} name
 * @property {string} title
 * @property {string} sign picture on its tab
 * @property {string} state short text on its tab
 * @property {string[]} zones if a card of these has an action, the part opens by itself
 * @property {boolean} [scrolls] whether it may scroll beside the labyrinth
 * @property {unknown} content
 */

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function shelf(view, widgets) {
  const parts = partsOf(view, widgets);
  if (!parts.length) return nothing;
  return html`<nav class="shelf" aria-label=${widgets.text("page.table.onirim.shelf")}>
      ${parts.map(({ name, title, sign, state, zones }) => {
        const wanted = isWanted(zones, widgets) ? "wanted" : "";
        return html`<button type="button" class=${wanted} popovertarget="part-${name}">
          <img src=${widgets.picture(sign)} alt="" /><span>${title}</span><b>${state}</b>
        </button>`;
      })}
    </nav>
    ${parts.map(
      ({ name, title, zones, scrolls, content }) =>
        html`<div
          id="part-${name}"
          class="part part-${name}"
          popover
          role=${scrolls ? "group" : "none"}
          aria-label=${scrolls ? title : nothing}
          tabindex=${scrolls ? 0 : nothing}
          ?data-wanted=${isWanted(zones, widgets)}
        >
          ${content}
        </div>`,
    )}`;
}

/**
 * @param {string[]} zones
 * @param {CardWidgets} widgets
 */
function isWanted(zones, widgets) {
  return widgets.legalActions.some(
    ({ zone, card, kind }) => zones.includes(zone) && (card || kind === "swap"),
  );
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Part[]}
 */
function partsOf(view, widgets) {
  const { towers: built, premonitions: waiting, book: pages, partner: other } = view;
  /** @type {(Part | null)[]} */
  const parts = [
    built && {
      name: "towers",
      title: widgets.text("page.table.onirim.tab.towers"),
      sign: "red-tower-3",
      state: `${new Set(built.row.map(colourOf)).size}/4`,
      zones: ["towers"],
      content: towers(built, widgets),
    },
    waiting && {
      name: "premonitions",
      title: widgets.text("pile.premonitions"),
      sign: "red-premonition",
      state: `${waiting.face_up.length}`,
      zones: ["premonitions", "striking"],
      scrolls: Boolean((other && pages) || (built && waiting.face_up[4])),
      content: premonitions(waiting, widgets),
    },
    pages && {
      name: "book",
      title: widgets.text("page.table.onirim.tab.book"),
      sign: "red-goal",
      state: `${pages.found.length}/${pages.goals.length}`,
      zones: ["goals"],
      content: book(pages, view.readings, widgets),
    },
    other && {
      name: "partner",
      title: widgets.text(`page.table.onirim.tab.${modeOf(widgets.model)}`),
      sign: "symbol-eye",
      state: `${doorsOf(other.doors).length}/4`,
      zones: ["partner hand", "partner doors"],
      content: partner(other, widgets),
    },
  ];
  return parts.filter((part) => part !== null && part !== undefined);
}
