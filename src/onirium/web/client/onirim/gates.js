/** The doors as a colonnade: shut until found, then ajar, with light on the floor. */

import { html, nothing } from "../vendor/lit-html.js";
import { COLOURS, colourOf, doorsOf } from "./views.js";

/** @typedef {import("../types.js").CardWidgets} CardWidgets */

/** Half of the number of spaces between the gates that fill the colonnade. */
const HALF_OF_EIGHT = 3.5;
const HALF_OF_FOUR = 2.3;

/**
 * Renders the doors of one player, by colour.
 *
 * @param {string} zone
 * @param {Record<string, number>} found
 * @param {number} most number of doors of each colour
 * @param {CardWidgets} widgets
 * @param {string} [next] the colour of the door that the lifted card would find
 */
export function gates(zone, found, most, widgets, next = "") {
  const count = COLOURS.length * most;
  const positions = COLOURS.flatMap((colour, index) =>
    Array.from({ length: found[colour] }, (_, copy) => index * most + copy),
  );
  const { view, busy } = widgets.model;
  const isDawn = !busy && view.returns?.[view.seat] > 0;
  const lit = widgets.cards(zone, doorsOf(found), {
    isNamedByPile: true,
    className: `gate ${isDawn ? "open ajar" : "ajar"}`,
    picture: (card) =>
      widgets.picture(isDawn ? `doorway-${colourOf(card)}` : `gate-${colourOf(card)}-ajar`),
    position: (index) => across(positions[index], count),
    badge: isDawn ? (card) => leaves(colourOf(card), widgets) : undefined,
  });
  const shut = COLOURS.flatMap((colour, index) =>
    Array.from({ length: most - found[colour] }, (_, copy) => {
      const position = index * most + found[colour] + copy;
      return shutGate(colour, across(position, count), colour === next && !copy, widgets);
    }),
  );
  const number = doorsOf(found).length;
  const names = doorsOf(found).map((door) => widgets.words.text(`card.${door}`));
  const label = [`${widgets.text(`pile.${zone}`)}: ${number}/${count}`, ...names].join(", ");
  return widgets.pile(zone, label, html`${most > 1 ? wall() : nothing}${shut}${lit}`, {
    className: "gates",
  });
}

/**
 * Renders both leaves of an open door, on their hinges.
 *
 * @param {string} colour
 * @param {CardWidgets} widgets
 */
function leaves(colour, widgets) {
  const picture = widgets.picture(`leaf-${colour}`);
  return ["left", "right"].map(
    (side) =>
      html`<span class="leaf ${side}"><img src=${picture} alt="" draggable="false" /></span>`,
  );
}

/**
 * Returns the position of a gate as a part of the arc, from -1 to 1.
 *
 * @param {number} position
 * @param {number} count
 */
function across(position, count) {
  const t = (position - (count - 1) / 2) / (count > COLOURS.length ? HALF_OF_EIGHT : HALF_OF_FOUR);
  return `--t: ${t.toFixed(3)};`;
}

/**
 * @param {string} colour
 * @param {string} position
 * @param {boolean} next
 * @param {CardWidgets} widgets
 */
function shutGate(colour, position, next, widgets) {
  return html`<span class="gate shut ${next ? "next" : ""}" .style=${position}
    ><img src=${widgets.picture(`gate-${colour}-shut`)} alt="" draggable="false" /><img
      class="badge"
      src=${widgets.picture(`badge-${colour}`)}
      alt=""
      draggable="false"
  /></span>`;
}

/** Renders the pillars with lanterns between the gates. */
function wall() {
  return html`<span class="pillars" aria-hidden="true"
    >${Array.from({ length: 9 }, (_, index) => html`<i .style=${`--t: ${((index - 4) / HALF_OF_EIGHT).toFixed(3)}`}></i>`)}</span
  >`;
}
