/** A creature: its cards as one standing body, with the signs of its parts beside them. */

import { html, nothing } from "../vendor/lit-html.js";
import { PARTS, abilityOf, legionOf } from "./cards.js";
import { cardsOf, creatureZone, placeOf } from "./seats.js";

/**
 * @typedef {import("../types.js").Desk} Desk
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Creature} Creature
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * A creature before its player.
 *
 * @param {Creature} creature
 * @param {View} view
 * @param {Desk} desk
 * @returns {Template}
 */
export function creatureAt(creature, view, desk) {
  const zone = creatureZone(creature);
  const content = html` <span class="creature-number" aria-hidden="true">${creature.number}</span>
    <div class="body">
      ${missing(creature, desk)}
      ${desk.cards(zone, cardsOf(creature), { picture: partPicture(creature, desk) })}
      ${PARTS.map((part) => (creature[part] ? sign(creature[part], part, desk) : nothing))}
    </div>`;
  const className = [
    "creature",
    creature.head ? "complete" : "unfinished",
    creature.number === view.creature ? "acting" : "",
  ].join(" ");
  return desk.spot(zone, described(creature, desk), content, { className });
}

/**
 * The place where the next creature can begin.
 *
 * @param {string} number
 * @param {Desk} desk
 * @returns {Template}
 */
export function emptyPlace(number, desk) {
  const label = desk.text("page.nightmarium.new_creature", { target: number });
  const content = html` <span class="creature-number" aria-hidden="true">${number}</span>
    <div class="body">
      ${PARTS.map((part) => outline(part, desk))}
      <span class="plus" aria-hidden="true">+</span>
    </div>`;
  return desk.spot(`creature ${number}`, label, content, { className: "creature empty" });
}

/**
 * The sign of a part: its ability, with its legion at the corner, or the legion alone.
 *
 * @param {string} card
 * @param {string} part where it stands
 * @param {Desk} desk
 * @returns {Template}
 */
export function sign(card, part, desk) {
  const ability = abilityOf(card);
  const legion = legionOf(card);
  return html`<span class="sign ${part} ${legion}" aria-hidden="true">
    ${ability ? html`<img class="ability" src=${desk.picture(`ability-${ability}`)} alt="" />` : nothing}
    <img class="legion" src=${desk.picture(`legion-${legion}`)} alt="" />
  </span>`;
}

/**
 * @param {Creature} creature
 * @param {Desk} desk
 */
function described(creature, desk) {
  const parts = PARTS.map((part) => {
    const card = creature[part];
    const what = card ? desk.text(`card.${card}`) : desk.text("page.nightmarium.missing");
    return `${desk.text(`part.${part}`)}: ${what}`;
  });
  return desk.text("page.nightmarium.creature", {
    target: creature.number,
    parts: parts.join(", "),
  });
}

/**
 * The outlines of the parts that a creature still lacks.
 *
 * @param {Creature} creature
 * @param {Desk} desk
 */
function missing(creature, desk) {
  return PARTS.filter((part) => !creature[part]).map((part) => outline(part, desk));
}

/**
 * @param {string} part
 * @param {Desk} desk
 */
function outline(part, desk) {
  return html`<img class="outline" src=${desk.picture(`outline-${part}`)} alt="" />`;
}

/**
 * Neighbouring creatures of equal cards look different.
 *
 * @param {Creature} creature
 * @param {Desk} desk
 * @returns {(card: string, place: number) => string}
 */
function partPicture(creature, desk) {
  const variant = placeOf(creature) % 3;
  return (card, place) => desk.picture(card, variant).replace(/\.svg$/, `.${PARTS[place]}.svg`);
}
