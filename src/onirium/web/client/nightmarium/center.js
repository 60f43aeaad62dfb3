/** What all players share: the deck, the discard pile, revealed cards, the state of the turn. */

import { html, nothing } from "../vendor/lit-html.js";
import { sizeOf } from "./cards.js";
import { ordinal } from "./creature.js";
import { nameOwners } from "../seat_names.js";
import { sheet } from "../sheet.js";
import { tally } from "./lists.js";
import { isOver, others } from "./seats.js";
import { abilityChain } from "./views.js";

/**
 * @typedef {import("../types.js").CardWidgets} CardWidgets
 * @typedef {import("./types.js").View} View
 */

/**
 * Renders the deck: the unseen cards, in a chest.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function crypt(view, widgets) {
  const { size } = view.deck;
  const title = widgets.text("page.nightmarium.unseen");
  const content = html`${CHEST}
    ${size ? widgets.cards("deck", ["?"], { isNamedByPile: true }) : nothing}
    <p class="tag" aria-hidden="true">
      <b class="count">${size}</b> <span class="label">${widgets.text("pile.deck")}</span>
    </p>
    ${opens("unseen", title)}`;
  return html`${widgets.pile(
    "deck",
    `${widgets.text("pile.deck")}: ${widgets.count("cards", size)}`,
    content,
    { className: "prop crypt" },
  )}
  ${sheet("nightmarium-unseen", title, unseenIn(view, widgets), widgets)}`;
}

/**
 * Renders the discard pile, in an open grave.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function grave(view, widgets) {
  const size = sizeOf(view.discard);
  const top = widgets.latestCard("discard");
  const title = widgets.text("pile.discard");
  const content = html`${PIT}
    ${top && size ? widgets.cards("discard", [top.card]) : nothing}
    <p class="tag" aria-hidden="true">
      <b class="count">${size}</b>
      <span class="label">${widgets.text("page.table.pile.discard")}</span>
    </p>
    ${opens("discarded", title)}`;
  return html`${widgets.pile("discard", `${title}: ${widgets.count("cards", size)}`, content, {
    className: "prop grave",
  })}
  ${sheet("nightmarium-discarded", title, tally(view.discard, widgets), widgets)}`;
}

/**
 * Renders the button that opens the list of a pile.
 *
 * @param {string} name
 * @param {string} title
 */
function opens(name, title) {
  return html`<button
    type="button"
    class="contents"
    popovertarget="nightmarium-${name}"
    aria-label=${title}
  ></button>`;
}

const CHEST = html`<svg class="object" viewBox="0 0 200 120" aria-hidden="true">
  <linearGradient id="chest" x1="0" y1="0" x2="0" y2="1">
    <stop stop-color="#6d5a86" />
    <stop offset="1" stop-color="#2a2148" />
  </linearGradient>
  <ellipse cx="100" cy="104" rx="104" ry="16" fill="rgb(0 0 14)" opacity=".5" />
  <g stroke="#15102c" stroke-width="3">
    <path d="M14 58L42 34H158L186 58L172 108H28Z" fill="url(#chest)" />
    <path d="M14 58L42 34H158L186 58Z" fill="#3a2e5e" />
  </g>
  <path d="M42 52L56 42H144L158 52Z" fill="#120c26" />
  <path d="M70 78h60M70 88h60" stroke="#c8a2ff" stroke-opacity=".25" stroke-width="3" />
</svg>`;

const PIT = html`<svg class="object" viewBox="0 0 200 120" aria-hidden="true">
  <ellipse cx="100" cy="84" rx="98" ry="28" fill="var(--stone-hi)" opacity=".5" />
  <ellipse cx="100" cy="86" rx="84" ry="22" fill="#060818" />
  <path
    d="M4 84q10-14 16 0q8-18 18 0M158 86q8-16 16 0q10-14 20 2"
    fill="none"
    stroke="#6fae8f"
    stroke-width="4"
    stroke-linecap="round"
  />
</svg>`;

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
    .map((seat) => ({ seat, count: view.players[seat].hidden[age] }))
    .filter(({ count }) => count)
    .map(({ seat, count }) => `${widgets.name(seat)}: ${count}`)
    .join(", ");
}

/**
 * Renders the cards revealed by a Singer.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function panel({ revealed }, widgets) {
  if (!revealed.length) return nothing;
  return html`<div
    class="fan"
    role="group"
    aria-label=${widgets.text("pile.revealed")}
    .style=${`--n: ${revealed.length}`}
  >
    ${widgets.cards("revealed", revealed)}
  </div>`;
}

/**
 * Renders the state of the turn: abilities of the acting creature, binding legion, exchange.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function turn(view, widgets) {
  if (isOver(view)) return nothing;
  return html`<div class="turn">
    ${view.creature ? chain(view, widgets) : binding(view, widgets)}
    ${
      view.exchanged
        ? html`<p class="binding">
            ${widgets.text("table.exchanged", { number: view.exchanged })}
          </p>`
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
  const acting = abilityChain(view);
  if (!acting) return nothing;
  const { abilities, present } = acting;
  return html`<div
    class="chain"
    role="group"
    aria-label=${widgets.text("table.acting", {
      target: nameOwners(view.creature, view.seat, (seat) => widgets.name(seat), widgets.words),
    })}
  >
    <b aria-hidden="true">${ordinal(view.creature)}</b>
    <ol>
      ${
        view.victim >= 0
          ? html`<li class="present" aria-current="step">
              <span>${widgets.text("page.nightmarium.terror")}</span>
            </li>`
          : nothing
      }${abilities.map((ability, index) => link(ability, Math.sign(index - present), widgets))}
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
