/** The Book of Steps: the goals and the spells. */

import { classNames } from "../seats.js";
import { html, nothing } from "../vendor/lit-html.js";

/** @typedef {import("../types.js").CardWidgets} CardWidgets */

const SPELLS = ["paradoxical prophecy", "parallel planning", "powerful punishment"];

/**
 * @typedef {object} Book
 * @property {string[]} goals
 * @property {number[]} found
 * @property {number[]} prices
 * @property {number} to_pay
 */

/**
 * @param {Book} book
 * @param {CardWidgets} widgets
 */
export function book(book, widgets) {
  const label = widgets.text("pile.goals");
  const content = html`<p class="label">${label}</p>
    <div class="cards">
      ${book.goals.map((goal, place) => goalCard(goal, place, book, widgets))}
    </div>`;
  return html`${widgets.pile("goals", label, content, { className: "goals" })}
  ${spells(book, widgets)}`;
}

/**
 * Renders a goal; tapping two goals swaps them if that is legal. The actions that swap goals come in
 * the order of all pairs.
 *
 * @param {string} goal
 * @param {number} place
 * @param {Book} book
 * @param {CardWidgets} widgets
 */
function goalCard(goal, place, { goals, found }, widgets) {
  const turned = found.includes(place);
  const key = widgets.model.placed.get("goals")?.[place]?.key ?? "";
  const cardRef = { zone: "goals", card: goal, key };
  const { lifted } = widgets.selection;
  const swaps = widgets.legalActions.filter(({ kind }) => kind === "swap");
  const ending = turned ? `, ${widgets.text("table.found")}` : "";
  const name = `${place + 1} ${widgets.words.card(goal)}${ending}`;
  const state = classNames({
    found: turned,
    next: place === goals.findIndex((_, other) => !found.includes(other)),
    legal: swaps.length > 0,
    lifted: lifted?.zone === "goals" && lifted.key === key,
  });
  const face = html`<img src=${widgets.picture(goal, 0)} alt=${name} draggable="false" />
    ${turned ? html`<b class="tick" aria-hidden="true">✓</b>` : nothing}`;
  if (!swaps.length) {
    return html`<span class="card compact ${state}" data-key=${key} data-zone="goals" title=${name}
      >${face}</span
    >`;
  }
  const touch = () => {
    const other = (widgets.model.placed.get("goals") ?? []).findIndex(
      (one) => lifted?.zone === "goals" && one.key === lifted.key,
    );
    if (other < 0 || other === place) widgets.handlers.lift(other === place ? null : cardRef);
    else widgets.handlers.choose(swaps[pairOf(other, place, goals.length)].action);
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
 * Returns the index of a pair among all ordered pairs.
 *
 * @param {number} one
 * @param {number} other
 * @param {number} all number of elements
 */
export function pairOf(one, other, all) {
  const [first, second] = one < other ? [one, other] : [other, one];
  return first * all - (first * (first + 1)) / 2 + second - first - 1;
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
