/** What lies between the players: deck, discard pile, revealed cards, and how the turn stands. */

import { html, nothing } from "../vendor/lit-html.js";
import { abilityOf, sizeOf } from "./cards.js";
import { sheet, tally } from "./lists.js";
import { others } from "./seats.js";

/**
 * @typedef {import("../types.js").Desk} Desk
 * @typedef {import("./types.js").View} View
 * @typedef {import("../types.js").TemplateResult} Template
 */

/**
 * @param {View} view
 * @param {Desk} desk
 * @returns {Template}
 */
export function middle(view, desk) {
  return html` <section class="middle" aria-label=${desk.text("page.nightmarium.center")}>
    ${deck(view, desk)}
    <div class="centre">
      ${view.revealed.length ? revealed(view, desk) : nothing}
      ${view.outcome ? nothing : turn(view, desk)}
    </div>
    ${discard(view, desk)}
  </section>`;
}

/**
 * @param {View} view
 * @param {Desk} desk
 */
function deck(view, desk) {
  const { size } = view.deck;
  return html`<div class="pile">
    ${desk.spot(
      "deck",
      `${desk.text("pile.deck")}: ${desk.count("cards", size)}`,
      html` <div class="stack ${size ? "" : "bare"}">
        ${size ? desk.cards("deck", ["?"], { compact: true }) : nothing}
        <span class="pile-count" aria-hidden="true">${size}</span>
      </div>`,
      { className: "deck" },
    )}
    ${contents("unseen", desk.text("page.nightmarium.unseen"), unseenIn(view, desk), desk)}
  </div>`;
}

/**
 * @param {View} view
 * @param {Desk} desk
 */
function discard(view, desk) {
  const size = sizeOf(view.discard);
  const top = desk.latest("discard");
  return html`<div class="pile">
    ${desk.spot(
      "discard",
      `${desk.text("pile.discard")}: ${desk.count("cards", size)}`,
      html` <div class="stack ${size ? "" : "bare"}">
        ${top && size ? desk.cards("discard", [top.card], { compact: true }) : nothing}
        <span class="pile-count" aria-hidden="true">${size}</span>
      </div>`,
      { className: "discard" },
    )}
    ${contents("discarded", desk.text("pile.discard"), tally(view.discard, desk), desk)}
  </div>`;
}

/**
 * A button that opens a list of cards over the table.
 *
 * @param {string} name
 * @param {string} title
 * @param {Template} list
 * @param {Desk} desk
 */
function contents(name, title, list, desk) {
  const id = `nightmarium-${name}`;
  return html` <button type="button" class="contents" popovertarget=${id}>${title}</button>
    ${sheet(id, title, list, desk)}`;
}

/**
 * The cards that this seat has not seen: of the present deck, and of former ones in hands.
 *
 * @param {View} view
 * @param {Desk} desk
 */
function unseenIn(view, desk) {
  return html`${view.deck.unseen.map((counts, age) => {
    const size = sizeOf(counts);
    if (age && !size) return nothing;
    const key = age ? "page.nightmarium.unseen.previous_deck" : "page.nightmarium.unseen.text";
    return html`<p>${desk.count(key, size)} ${age ? holders(age, view, desk) : nothing}</p>
      ${tally(counts, desk)}`;
  })}`;
}

/**
 * Who holds how many of the unseen cards of a former deck.
 *
 * @param {number} age
 * @param {View} view
 * @param {Desk} desk
 */
function holders(age, view, desk) {
  return others(view)
    .map((seat) => ({ seat, held: view.players[seat].hidden[age] }))
    .filter(({ held }) => held)
    .map(({ seat, held }) => `${seat + 1} ${desk.name(seat)}: ${held}`)
    .join(", ");
}

/**
 * The cards that a Singer has revealed.
 *
 * @param {View} view
 * @param {Desk} desk
 */
function revealed(view, desk) {
  return html`<section class="revealed" aria-labelledby="revealed-title">
    <h2 id="revealed-title" class="only-said">${desk.text("pile.revealed")}</h2>
    <div class="revealed-cards">${desk.cards("revealed", view.revealed)}</div>
  </section>`;
}

/**
 * Whose turn it is, what is left of it, what binds it.
 *
 * @param {View} view
 * @param {Desk} desk
 */
function turn(view, desk) {
  const left = [1, 2].map((number) => number <= view.actions);
  return html`<div class="turn">
    <p class="whose">
      <span>${desk.text("table.turn")}: <b>${desk.name(view.mover)}</b></span>
      <span class="actions"
        ><span class="pips" aria-hidden="true"
          >${left.map((full) => html`<span class="pip ${full ? "full" : ""}"></span>`)}</span
        >
        <span class="words">${desk.text("table.actions", { number: view.actions })}</span></span
      >
    </p>
    ${view.creature ? chain(view, desk) : binding(view, desk)}
    ${
      view.exchanged
        ? html`<p>${desk.text("table.exchanged", { number: view.exchanged })}</p>`
        : nothing
    }
  </div>`;
}

/**
 * @param {View} view
 * @param {Desk} desk
 */
function binding(view, desk) {
  if (!view.legion) return nothing;
  const legions = desk.text(`legions.${view.legion}`);
  return html`<p class="binding ${view.legion}" title=${desk.text("table.legion", { legions })}>
    <img src=${desk.picture(`legion-${view.legion}`)} alt="" />
    ${desk.text("page.nightmarium.allowed_legions", { legions })}
  </p>`;
}

/**
 * The abilities of the creature that acts: those done, the present one, those to come.
 *
 * @param {View} view
 * @param {Desk} desk
 */
function chain(view, desk) {
  const creature = view.players[view.mover].creatures.find(
    ({ number }) => number === view.creature,
  );
  if (!creature) return nothing;
  const links = [creature.head, creature.torso, creature.legs].map(abilityOf).filter(Boolean);
  const present = links.length - view.abilities.length - 1;
  return html`<div
    class="chain"
    role="group"
    aria-label=${desk.text("table.acting", { target: view.creature })}
  >
    <b aria-hidden="true">${view.creature}</b>
    <ol>
      ${
        view.victim >= 0
          ? html`<li class="present" aria-current="step">
              <span>${desk.text("page.nightmarium.terror")}</span>
            </li>`
          : nothing
      }${links.map((ability, place) => link(ability, Math.sign(place - present), desk))}
    </ol>
  </div>`;
}

/**
 * One ability of the creature that acts.
 *
 * @param {string} ability
 * @param {number} time below zero if it is done, above if it is to come
 * @param {Desk} desk
 */
function link(ability, time, desk) {
  const name = desk.text(`ability.${ability}`);
  return html`<li
    class=${["done", "present", "to-come"][time + 1]}
    title=${name}
    aria-current=${time ? "false" : "step"}
  >
    <img src=${desk.picture(`ability-${ability}`)} alt="" /><span>${name}</span>
  </li>`;
}
