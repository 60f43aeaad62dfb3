/** The Book of Steps: the goals and the spells. */

import { listed } from "../seats.js";
import { html, nothing } from "../vendor/lit-html.js";

/** @typedef {import("../types.js").Desk} Desk */

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
 * @param {Desk} desk
 */
export function book(book, desk) {
  const label = desk.text("pile.goals");
  const content = html`<p class="label">${label}</p>
    <div class="cards">${book.goals.map((goal, place) => goalCard(goal, place, book, desk))}</div>`;
  return html`${desk.spot("goals", label, content, { className: "goals" })} ${spells(book, desk)}`;
}

/**
 * A goal; two of them are touched one after the other where they can be swapped.
 *
 * @param {string} goal
 * @param {number} place
 * @param {Book} book
 * @param {Desk} desk
 */
function goalCard(goal, place, { goals, found }, desk) {
  const open = goals.map((_, other) => other).filter((other) => !found.includes(other));
  const turned = found.includes(place);
  const key = desk.model.placed.get("goals")?.[place]?.key ?? "";
  const picked = { zone: "goals", card: goal, key };
  const { lifted } = desk.held;
  const swaps = desk.choices.filter(({ kind }) => kind === "swap");
  const ending = turned ? `, ${desk.text("table.found")}` : "";
  const name = `${place + 1} ${desk.words.card(goal)}${ending}`;
  const state = listed({
    found: turned,
    next: place === open[0],
    legal: swaps.length > 0 && !turned,
    lifted: lifted?.zone === "goals" && lifted.key === key,
  });
  const face = html`<img src=${desk.picture(goal, 0)} alt=${name} draggable="false" />
    ${turned ? html`<b class="tick" aria-hidden="true">✓</b>` : nothing}`;
  if (!swaps.length || turned) {
    return html`<span class="card compact ${state}" data-key=${key} data-zone="goals" title=${name}
      >${face}</span
    >`;
  }
  const touch = () => {
    const other = (desk.model.placed.get("goals") ?? []).findIndex(
      (one) => lifted?.zone === "goals" && one.key === lifted.key,
    );
    if (other < 0 || other === place) desk.acts.lift(other === place ? null : picked);
    else
      desk.acts.choose(swaps[pairOf(open.indexOf(other), open.indexOf(place), open.length)].action);
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
 * The number of a pair among all pairs, the smaller first, in order.
 *
 * @param {number} one
 * @param {number} other
 * @param {number} all how many there are to choose from
 */
export function pairOf(one, other, all) {
  const [first, second] = one < other ? [one, other] : [other, one];
  return first * all - (first * (first + 1)) / 2 + second - first - 1;
}

/**
 * @param {Book} book
 * @param {Desk} desk
 */
function spells({ prices, to_pay: toPay }, desk) {
  return html`<div class="spells">
    <p class="label">${desk.text("pile.spells")}</p>
    <ul>
      ${SPELLS.map(
        (spell, place) =>
          html`<li class=${affords(desk, spell) ? "legal" : ""}>
            <b>${prices[place]}</b> ${desk.text(`page.table.onirim.${spell}`)}
          </li>`,
      )}
    </ul>
    ${toPay ? html`<p>${desk.text("table.to pay", { number: toPay })}</p>` : nothing}
  </div>`;
}

/**
 * @param {Desk} desk
 * @param {string} spell
 */
function affords(desk, spell) {
  return desk.choices.some(({ kind }) => kind === `cast ${spell}`);
}
