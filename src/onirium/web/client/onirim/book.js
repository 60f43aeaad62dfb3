/** The Book of Steps: the goals and the spells. */

import { classNames } from "../elements.js";
import { html, nothing } from "../vendor/lit-html.js";
import { pairOf } from "./views.js";

/** @typedef {import("../types.js").CardWidgets} CardWidgets */

const SPELLS = ["paradoxical prophecy", "parallel planning", "powerful punishment"];

/** An open book, stretched behind its two pages: cover, pages, the fold, a ribbon. */
const BINDING = html`<svg
  class="binding"
  viewBox="0 0 306 372"
  preserveAspectRatio="none"
  aria-hidden="true"
>
  <linearGradient id="page">
    <stop stop-color="#fff3d6" />
    <stop offset=".42" stop-color="#f6e2b8" />
    <stop offset=".5" stop-color="#c9a66c" />
    <stop offset=".58" stop-color="#f6e2b8" />
    <stop offset="1" stop-color="#ffefcd" />
  </linearGradient>
  <path d="M236 340h20v40l-10-9-10 9Z" fill="#a3182e" />
  <path
    d="M0 15C52 3 110 3 153 16C196 3 254 3 306 15V368C254 358 196 358 153 371C110 358 52 358 0 368Z"
    fill="#5b2a22"
  />
  <path
    d="M9 11C55 1 112 1 153 13C194 1 251 1 297 11V358C251 348 194 348 153 360C112 348 55 348 9 358Z"
    fill="url(#page)"
    stroke="#8a5a2c"
    stroke-width="1.5"
  />
</svg>`;

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
    .map((_, index) => index)
    .filter((index) => !readings.includes("planning") || !book.found.includes(index));
  const label = widgets.text("pile.goals");
  const content = html`<p class="label" aria-hidden="true">${label}</p>
    <div class="cards">
      ${book.goals.map((goal, index) => goalCard(goal, index, book, swappable, widgets))}
    </div>`;
  return html`<div class="book">
    ${BINDING} ${widgets.pile("goals", label, content, { className: "goals" })} ${spells(book, widgets)}
  </div>`;
}

/**
 * Renders a goal; tapping two goals swaps them if that is legal. The actions that swap goals are in
 * the order of all pairs of goals that can be swapped.
 *
 * @param {string} goal
 * @param {number} index
 * @param {Book} book
 * @param {number[]} swappable indices of the goals that can be swapped
 * @param {CardWidgets} widgets
 */
function goalCard(goal, index, { goals, found, reopened }, swappable, widgets) {
  const turned = found.includes(index);
  const key = widgets.model.placed.get("goals")?.[index]?.key ?? "";
  const cardRef = { zone: "goals", card: goal, key };
  const { lifted } = widgets.selection;
  const swaps = widgets.legalActions.filter(({ kind }) => kind === "swap");
  const isNext = index === (reopened[0] ?? goals.findIndex((_, other) => !found.includes(other)));
  const mark = (turned && "table.found") || (isNext && "page.table.onirim.next_goal");
  const ending = mark ? `, ${widgets.text(mark)}` : "";
  const name = `${index + 1} ${widgets.words.card(goal)}${ending}`;
  const state = classNames({
    found: turned,
    next: isNext,
    legal: swaps.length > 0 && swappable.includes(index),
    lifted: lifted?.zone === "goals" && lifted.key === key,
  });
  const face = html`<img src=${widgets.picture(goal, 0)} alt=${name} draggable="false" />
    ${turned ? html`<b class="tick" aria-hidden="true">✓</b>` : nothing}`;
  if (!swaps.length || !swappable.includes(index)) {
    return html`<span class="card ${state}" data-key=${key} data-zone="goals" title=${name}
      >${face}</span
    >`;
  }
  const touch = () => {
    const other = (widgets.model.placed.get("goals") ?? []).findIndex(
      (one) => lifted?.zone === "goals" && one.key === lifted.key,
    );
    if (other < 0 || other === index) widgets.handlers.lift(other === index ? null : cardRef);
    else {
      const pair = pairOf(swappable.indexOf(other), swappable.indexOf(index), swappable.length);
      widgets.handlers.choose(swaps[pair].action);
    }
  };
  return html`<button
    type="button"
    class="card ${state}"
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
  const label = widgets.text("pile.spells");
  return html`<div class="spells" role="group" aria-label=${label} tabindex="-1">
    <p class="label" aria-hidden="true">${label}</p>
    <ul>
      ${SPELLS.map((spell, index) => {
        const price = widgets.count("page.table.onirim.price", prices[index]);
        return html`<li class=${affords(widgets, spell) ? "legal" : ""}>
          <b title=${price} aria-hidden="true">${prices[index]}</b>
          <span
            >${widgets.text(`page.table.onirim.${spell}`)}
            <span class="unseen">(${price})</span></span
          >
        </li>`;
      })}
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
