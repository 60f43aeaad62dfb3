/** The labyrinth: the way of older rooms, the current set, its facts. */

import { copyIndex } from "../card_identity.js";
import { pictures, sheet } from "../sheet.js";
import { html, nothing } from "../vendor/lit-html.js";
import { road, roomPosition } from "./path.js";
import { FULL_SET, colourOf, setsOf } from "./views.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */

const ROW_SHEET = "onirim-row";

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function labyrinth(view, widgets) {
  const { row, set_length: length } = view;
  // A set just completed no longer counts for the rules, but stays in focus.
  const size = length || Math.min(row.length, FULL_SET);
  const older = row.length - size;
  const rooms = widgets.cards("row", row, {
    position: (index) => (index < older ? roomPosition(older - 1 - index, older, view) : ""),
  });
  const content = html`<div class="trail">${road(view)}${rooms.slice(0, older)}</div>
    <div class="set">
      ${rooms.slice(older)}
      ${Array.from({ length: FULL_SET - size }, (_, index) => slot(view, index, widgets))}
    </div>
    ${
      row.length
        ? facts(row, length, widgets)
        : html`<p class="hint">${widgets.text("page.table.onirim.row")}</p>`
    }`;
  return html`${widgets.pile("row", widgets.text("pile.row"), content, {
    className: "labyrinth",
  })}
  ${sheet(ROW_SHEET, widgets.text("pile.row"), sets(row, widgets), widgets)}`;
}

/**
 * @param {string[]} row
 * @param {CardWidgets} widgets
 */
function sets(row, widgets) {
  const rooms = widgets.copies("row", row);
  return html`<ol class="sets">
    ${setsOf(row).map(({ length }) => html`<li>${pictures(rooms.splice(0, length), widgets)}</li>`)}
  </ol>`;
}

/**
 * Renders a free place of the set, with a ghost of the lifted card where it would lie.
 *
 * @param {View} view
 * @param {number} index
 * @param {CardWidgets} widgets
 */
function slot({ row, set_length: length }, index, widgets) {
  const [colour = ""] = row.at(-1)?.split(" ") ?? [];
  const { lifted } = widgets.selection;
  const fits =
    lifted &&
    !index &&
    (!length || colourOf(lifted.card) === colour) &&
    widgets.actionsOfCard(lifted.zone, lifted.card).some(({ kind }) => kind === "play");
  if (fits) {
    return html`<span class="card slot foreseen"
      ><img src=${widgets.picture(lifted.card, copyIndex(lifted.key))} alt="" draggable="false"
    /></span>`;
  }
  const badge = length && colour;
  return html`<span class="card slot"
    >${
      badge
        ? html`<img src=${widgets.picture(`badge-${colour}`)} alt="" draggable="false" />`
        : nothing
    }</span
  >`;
}

/**
 * @param {string[]} row
 * @param {number} length
 * @param {CardWidgets} widgets
 */
function facts(row, length, widgets) {
  const [colour, symbol] = row[row.length - 1].split(" ");
  const set = widgets.text("table.set", {
    colour: widgets.text(`colour.${colour}`),
    number: length,
  });
  const barred = widgets.text("table.barred", { symbol: widgets.text(`symbol.${symbol}`) });
  return html`<p class="facts">
    ${length ? html`<span>${set}</span>` : nothing}
    <span><img src=${widgets.picture(`symbol-${symbol}`)} alt="" />${barred}</span>
    <button type="button" popovertarget=${ROW_SHEET}>
      <span>${widgets.count("table.rooms", row.length)}</span>
    </button>
  </p>`;
}
