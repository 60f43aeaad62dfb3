/** The Book of Steps: the goals and the spells. */

import { classNames } from "../seats.js";
import { html, nothing } from "../vendor/lit-html.js";
import { pairOf } from "./views.js";

/** @typedef {import("../types.js").CardWidgets} CardWidgets */

const SPELLS = ["paradoxical prophecy", "parallel planning", "powerful punishment"];

/**
 * @typedef {object} Book
 * @property {string[]} goals
 * @property {number[]} found
 * @property {number[]} reopened goals that precede all others, the next one first
 * @property {number[]} prices
 * @property {number} to_pay
 */

/**
 * @param {Book} book
 * @param {string[]} readings readings of the rules in force
 * @param {CardWidgets} widgets
 */
export function book(book, readings, widgets) {
  const swappable = book.goals
    .map((_, place) => place)
    .filter((place) => !readings.includes("planning") || !book.found.includes(place));
  const label = widgets.text("pile.goals");
  const content = html`<p class="label">${label}</p>
    <div class="cards">
      ${book.goals.map((goal, place) => goalCard(goal, place, book, swappable, widgets))}
    </div>`;
  return html`<div class="book">
    ${widgets.pile("goals", label, content, { className: "goals" })} ${spells(book, widgets)}
  </div>`;
}

/**
 * Renders a goal; tapping two goals swaps them if that is legal. The actions that swap goals come in
 * the order of all pairs of
 * goals that can be swapped.
 *
 * @param {string} goal
 * @param {number} place
 * @param {Book} book
 * @param {number[]} swappable indices of the goals that can be swapped
 * @param {CardWidgets} widgets
 */
function goalCard(goal, place, { goals, found, reopened }, swappable, widgets) {
  const turned = found.includes(place);
  const key = widgets.model.placed.get("goals")?.[place]?.key ?? "";
  const cardRef = { zone: "goals", card: goal, key };
  const { lifted } = widgets.selection;
  const swaps = widgets.legalActions.filter(({ kind }) => kind === "swap");
  const ending = turned ? `, ${widgets.text("table.found")}` : "";
  const name = `${place + 1} ${widgets.words.card(goal)}${ending}`;
  const state = classNames({
    found: turned,
    next: place === (reopened[0] ?? goals.findIndex((_, other) => !found.includes(other))),
    legal: swaps.length > 0 && swappable.includes(place),
    lifted: lifted?.zone === "goals" && lifted.key === key,
  });
  const face = html`<img src=${widgets.picture(goal, 0)} alt=${name} draggable="false" />
    ${turned ? html`<b class="tick" aria-hidden="true">✓</b>` : nothing}`;
  if (!swaps.length || !swappable.includes(place)) {
    return html`<span class="card compact ${state}" data-key=${key} data-zone="goals" title=${name}
      >${face}</span
    >`;
  }
  const touch = () => {
    const other = (widgets.model.placed.get("goals") ?? []).findIndex(
      (one) => lifted?.zone === "goals" && one.key === lifted.key,
    );
    if (other < 0 || other === place) widgets.handlers.lift(other === place ? null : cardRef);
    else {
      const pair = pairOf(swappable.indexOf(other), swappable.indexOf(place), swappable.length);
      widgets.handlers.choose(swaps[pair].action);
    }
  };
  return html`<button
    type="button"
    class="card compact ${state}"
    data-key=${key}
    data-zone="goals"
    aria-label=${name}
    aria-pressed=${state.includes("lifted")}
    @click=${touch}
  >
    ${face}
  </button>`;
}

/**
 * @param {Book} book
 * @param {CardWidgets} widgets
 */
function spells({ prices, to_pay: toPay }, widgets) {
  return html`<div class="spells">
    <p class="label">${widgets.text("pile.spells")}</p>
    <ul>
      ${SPELLS.map(
        (spell, place) =>
          html`<li class=${affords(widgets, spell) ? "legal" : ""}>
            <b>${prices[place]}</b> ${widgets.text(`page.table.onirim.${spell}`)}
          </li>`,
      )}
    </ul>
    ${toPay ? html`<p>${widgets.text("table.to pay", { number: toPay })}</p>` : nothing}
  </div>`;
}

/**
 * @param {CardWidgets} widgets
 * @param {string} spell
 */
function affords(widgets, spell) {
  return widgets.legalActions.some(({ kind }) => kind === `cast ${spell}`);
}
