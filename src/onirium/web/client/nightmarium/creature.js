/** A creature: its cards as one body, with the signs of its parts. */

import { classNames } from "../elements.js";
import { html, nothing } from "../vendor/lit-html.js";
import { PARTS, abilityOf, legionOf, partVariant, variantOf } from "./cards.js";
import { cardsOf, creatureZone } from "./seats.js";

/**
 * @typedef {import("../types.js").CardWidgets} CardWidgets
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Creature} Creature
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * Renders a creature of a player.
 *
 * @param {Creature} creature
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function creatureAt(creature, view, widgets) {
  const zone = creatureZone(creature);
  /** @type {(card: string, index: number, key: string) => string} */
  const picture = (card, index, key) => widgets.picture(card, variantOf(zone, index, key));
  const content = html`<span class="creature-number" aria-hidden="true">${ordinal(creature.number)}</span>
    <div class="body">
      ${missing(creature, widgets)} ${ghost(creature.number, view, widgets)}
      ${widgets.cards(zone, cardsOf(creature), { picture, isNamedByPile: true })}
    </div>
    <div class="signs" aria-hidden="true">
      ${[...PARTS].reverse().map((part) => sign(creature[part], widgets))}
    </div>`;
  const className = classNames({
    creature: true,
    complete: Boolean(creature.head),
    unfinished: !creature.head,
    acting: creature.number === view.creature,
  });
  return widgets.pile(zone, described(creature, widgets), content, { className });
}

/**
 * Renders the position of the next creature.
 *
 * @param {string} number
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function emptySlot(number, widgets) {
  const label = widgets.text("page.nightmarium.new_creature", { target: ordinal(number) });
  const content = html`<span class="creature-number" aria-hidden="true">${ordinal(number)}</span>
    <div class="body">
      ${PARTS.map((part) => outline(part, widgets))} ${ghost(number, null, widgets)}
    </div>
    <div class="signs" aria-hidden="true">${PARTS.map(() => sign("", widgets))}</div>`;
  return widgets.pile(`creature ${number}`, label, content, { className: "creature empty" });
}

/**
 * Renders the lifted card as a ghost on the body that it would join.
 *
 * @param {string} number of the creature
 * @param {View | null} view
 * @param {CardWidgets} widgets
 */
function ghost(number, view, widgets) {
  const { lifted } = widgets.selection;
  if (!lifted) return nothing;
  const joins = widgets
    .actionsOfCard(lifted.zone, lifted.card)
    .some(({ kind, target }) => kind === "place" && target === `creature ${number}`);
  if (!joins) return nothing;
  const creature = view?.players[view.seat].creatures.find((one) => one.number === number);
  const part = PARTS.find((one) => !creature?.[one]) ?? "legs";
  const picture = widgets.picture(lifted.card, partVariant(lifted.key, part));
  return html`<img class="foreseen" src=${picture} alt="" />`;
}

/**
 * Renders the sign of a part: ability with legion, the legion alone, or an empty ring.
 *
 * @param {string} card
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function sign(card, widgets) {
  if (!card) return html`<span class="sign none"></span>`;
  const ability = abilityOf(card);
  return html`<span class="sign ${ability ? "" : "plain"}">
    ${ability ? html`<img src=${widgets.picture(`ability-${ability}`)} alt="" />` : nothing}
    <img class="legion" src=${widgets.picture(`legion-${legionOf(card)}`)} alt="" />
  </span>`;
}

/**
 * Returns the number of a creature among those of its player, who is named beside them.
 *
 * @param {string} number
 */
export function ordinal(number) {
  return number.slice(number.indexOf(".") + 1);
}

/**
 * @param {Creature} creature
 * @param {CardWidgets} widgets
 */
function described(creature, widgets) {
  const parts = PARTS.map((part) => {
    const card = creature[part];
    const what = card ? widgets.text(`card.${card}`) : widgets.text("page.nightmarium.missing");
    return `${widgets.text(`part.${part}`)}: ${what}`;
  });
  return widgets.text("page.nightmarium.creature", {
    target: ordinal(creature.number),
    parts: parts.join(", "),
  });
}

/**
 * Renders the outlines of missing parts.
 *
 * @param {Creature} creature
 * @param {CardWidgets} widgets
 */
function missing(creature, widgets) {
  return PARTS.filter((part) => !creature[part]).map((part) => outline(part, widgets));
}

/**
 * @param {string} part
 * @param {CardWidgets} widgets
 */
function outline(part, widgets) {
  return html`<img class="outline" src=${widgets.picture(`outline-${part}`)} alt="" />`;
}

