/** The centre of the table: deck, discard pile, revealed cards, state of the turn. */

import { html, nothing } from "../vendor/lit-html.js";
import { abilityOf, sizeOf } from "./cards.js";
import { sheet, tally } from "./lists.js";
import { others } from "./seats.js";

/**
 * @typedef {import("../types.js").CardWidgets} CardWidgets
 * @typedef {import("./types.js").View} View
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 * @returns {Template}
 */
export function center(view, widgets) {
  return html` <section class="middle" aria-label=${widgets.text("page.nightmarium.center")}>
    ${deck(view, widgets)}
    <div class="centre">
      ${view.revealed.length ? revealed(view, widgets) : nothing}
      ${view.outcome ? nothing : turn(view, widgets)}
    </div>
    ${discard(view, widgets)}
  </section>`;
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function deck(view, widgets) {
  const { size } = view.deck;
  return html`<div class="pile">
    ${widgets.pile(
      "deck",
      `${widgets.text("pile.deck")}: ${widgets.count("cards", size)}`,
      html` <div class="stack ${size ? "" : "bare"}">
        ${size ? widgets.cards("deck", ["?"], { compact: true }) : nothing}
        <span class="pile-count" aria-hidden="true">${size}</span>
      </div>`,
      { className: "deck" },
    )}
    ${contents("unseen", widgets.text("page.nightmarium.unseen"), unseenIn(view, widgets), widgets)}
  </div>`;
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function discard(view, widgets) {
  const size = sizeOf(view.discard);
  const top = widgets.latestCard("discard");
  return html`<div class="pile">
    ${widgets.pile(
      "discard",
      `${widgets.text("pile.discard")}: ${widgets.count("cards", size)}`,
      html` <div class="stack ${size ? "" : "bare"}">
        ${top && size ? widgets.cards("discard", [top.card], { compact: true }) : nothing}
        <span class="pile-count" aria-hidden="true">${size}</span>
      </div>`,
      { className: "discard" },
    )}
    ${contents("discarded", widgets.text("pile.discard"), tally(view.discard, widgets), widgets)}
  </div>`;
}

/**
 * Renders a button that opens a list of cards.
 *
 * @param {string} name
 * @param {string} title
 * @param {Template} list
 * @param {CardWidgets} widgets
 */
function contents(name, title, list, widgets) {
  const id = `nightmarium-${name}`;
  return html` <button type="button" class="contents" popovertarget=${id}>${title}</button>
    ${sheet(id, title, list, widgets)}`;
}

/**
 * Lists the cards unseen by this seat: of the present deck, and of former decks in hands.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function unseenIn(view, widgets) {
  return html`${view.deck.unseen.map((counts, age) => {
    const size = sizeOf(counts);
    if (age && !size) return nothing;
    const key = age ? "page.nightmarium.unseen.previous_deck" : "page.nightmarium.unseen.text";
    return html`<p>${widgets.count(key, size)} ${age ? holders(age, view, widgets) : nothing}</p>
      ${tally(counts, widgets)}`;
  })}`;
}

/**
 * Lists the number of unseen cards of a former deck in each hand.
 *
 * @param {number} age
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function holders(age, view, widgets) {
  return others(view)
    .map((seat) => ({ seat, selection: view.players[seat].hidden[age] }))
    .filter(({ selection }) => selection)
    .map(({ seat, selection }) => `${seat + 1} ${widgets.name(seat)}: ${selection}`)
    .join(", ");
}

/**
 * Renders the cards revealed by a Singer.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function revealed(view, widgets) {
  return html`<section class="revealed" aria-labelledby="revealed-title">
    <h2 id="revealed-title" class="only-said">${widgets.text("pile.revealed")}</h2>
    <div class="revealed-cards">${widgets.cards("revealed", view.revealed)}</div>
  </section>`;
}

/**
 * Renders the turn: seat, remaining actions, binding legion.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function turn(view, widgets) {
  const left = [1, 2].map((number) => number <= view.actions);
  return html`<div class="turn">
    <p class="whose">
      <span>${widgets.text("table.turn")}: <b>${widgets.name(view.mover)}</b></span>
      <span class="actions"
        ><span class="pips" aria-hidden="true"
          >${left.map((full) => html`<span class="pip ${full ? "full" : ""}"></span>`)}</span
        >
        <span class="words">${widgets.text("table.actions", { number: view.actions })}</span></span
      >
    </p>
    ${view.creature ? chain(view, widgets) : binding(view, widgets)}
    ${
      view.exchanged
        ? html`<p>${widgets.text("table.exchanged", { number: view.exchanged })}</p>`
        : nothing
    }
  </div>`;
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function binding(view, widgets) {
  if (!view.legion) return nothing;
  const legions = widgets.text(`legions.${view.legion}`);
  return html`<p class="binding ${view.legion}" title=${widgets.text("table.legion", { legions })}>
    <img src=${widgets.picture(`legion-${view.legion}`)} alt="" />
    ${widgets.text("page.nightmarium.allowed_legions", { legions })}
  </p>`;
}

/**
 * Renders the abilities of the acting creature: done, present, pending.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function chain(view, widgets) {
  const creature = view.players[view.mover].creatures.find(
    ({ number }) => number === view.creature,
  );
  if (!creature) return nothing;
  const links = [creature.head, creature.torso, creature.legs].map(abilityOf).filter(Boolean);
  const present = links.length - view.abilities.length - 1;
  return html`<div
    class="chain"
    role="group"
    aria-label=${widgets.text("table.acting", { target: view.creature })}
  >
    <b aria-hidden="true">${view.creature}</b>
    <ol>
      ${
        view.victim >= 0
          ? html`<li class="present" aria-current="step">
              <span>${widgets.text("page.nightmarium.terror")}</span>
            </li>`
          : nothing
      }${links.map((ability, place) => link(ability, Math.sign(place - present), widgets))}
    </ol>
  </div>`;
}

/**
 * Renders one ability of the acting creature.
 *
 * @param {string} ability
 * @param {number} time negative if done, positive if pending
 * @param {CardWidgets} widgets
 */
function link(ability, time, widgets) {
  const name = widgets.text(`ability.${ability}`);
  return html`<li
    class=${["done", "present", "to-come"][time + 1]}
    title=${name}
    aria-current=${time ? "false" : "step"}
  >
    <img src=${widgets.picture(`ability-${ability}`)} alt="" /><span>${name}</span>
  </li>`;
}
