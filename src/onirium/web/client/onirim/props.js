/** The piles as things on the floor: the deck on a plinth, limbo as a pool, the discard pile on a slab. */

import { pictures, sheet } from "../sheet.js";
import { HIDDEN, copyIndex, freeKey, listCards } from "../card_identity.js";
import { html, nothing } from "../vendor/lit-html.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */
/** @typedef {import("../types.js").TemplateResult} Template */
/** @typedef {{card: string, key: string}} Copy */

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function props(view, widgets) {
  const limbo = widgets.copies("limbo", listCards(view.limbo));
  const discard = widgets.copies("discard", listCards(view.discard));
  const latest = widgets.latestCard("discard");
  const below = discard.find(({ card }) => card !== latest?.card) ?? latest;
  return html`${deck(view, widgets)}
    <div class="fate">
      ${prop("limbo", limbo, html`${POOL}${cardOn(limbo.at(-1), widgets)}${MIST}`, widgets)}
      ${prop(
        "discard",
        discard,
        html`${SLAB}${discard.length > 1 ? cardOn(below, widgets, "") : nothing}${cardOn(latest, widgets)}`,
        widgets,
      )}
    </div>`;
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function deck(view, widgets) {
  const { size, top } = view.deck;
  const taken = new Set([...widgets.model.placed.values()].flat().map(({ key }) => key));
  const card = top[0] || HIDDEN;
  const next = { card, key: card === HIDDEN ? "" : freeKey(card, taken) };
  const label = widgets.text("pile.deck");
  const content = html`${PLINTH}
    <div class="stack" data-size=${Math.min(size, 3)}>
      <i></i><i></i>${size ? cardOn(next, widgets, nextName(card, widgets)) : nothing}
    </div>
    <p class="tag">
      <span class="label" aria-hidden="true">${label}</span>
      <b class="count" aria-hidden="true">${size}</b> ${dangers(view, widgets)}
    </p>
    ${widgets.model.isReplay ? nothing : oddsButton(label, widgets)}`;
  return widgets.pile("deck", `${label}: ${widgets.count("cards", size)}`, content, {
    className: "prop deck",
  });
}

/**
 * @param {string} label
 * @param {CardWidgets} widgets
 */
function oddsButton(label, widgets) {
  return html`<button
    type="button"
    class="contents"
    aria-label="${label}: ${widgets.text("page.table.odds")}"
    @click=${() => widgets.handlers.open("odds")}
  ></button>`;
}

/**
 * Renders a pile with its name, its size and a button that lists it.
 *
 * @param {"limbo" | "discard"} name
 * @param {Copy[]} cards
 * @param {Template} content
 * @param {CardWidgets} widgets
 */
function prop(name, cards, content, widgets) {
  const label = widgets.text(`pile.${name}`);
  const id = `onirim-${name}`;
  const whole = html`${content}
    <p class="tag" aria-hidden="true">
      <b class="count">${cards.length}</b>
      <span class="label">${widgets.text(`page.table.pile.${name}`)}</span>
    </p>
    <button
      type="button"
      class="contents"
      popovertarget=${id}
      aria-label="${label}: ${widgets.count("cards", cards.length)}"
    ></button>`;
  return html`${widgets.pile(name, label, whole, { className: `prop ${name}` })}
  ${sheet(id, label, pictures(cards, widgets), widgets)}`;
}

/**
 * @param {Copy | undefined} copy
 * @param {CardWidgets} widgets
 * @param {string} [name] its name for screen readers
 */
function cardOn(copy, widgets, name = widgets.words.card(copy?.card ?? HIDDEN)) {
  if (!copy) return nothing;
  const { card, key } = copy;
  return html`<span class="card"
    ><img src=${widgets.picture(card, copyIndex(key))} alt=${name} draggable="false"
  /></span>`;
}

/**
 * Returns the name of the next card of the deck, or an empty string while it is unknown.
 *
 * @param {string} card
 * @param {CardWidgets} widgets
 */
function nextName(card, widgets) {
  return card === HIDDEN ? "" : `${widgets.text("pile.next")}: ${widgets.words.card(card)}`;
}

/**
 * Renders the number of dreams left in the deck.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function dangers({ deck, premonitions: waiting }, widgets) {
  const dreams = waiting ? { "happy dream": "symbol-dream" } : {};
  return Object.entries({ nightmare: "symbol-nightmare", ...dreams }).map(
    ([card, sign]) =>
      html`<span class="left" title=${widgets.words.card(card)}
        ><img src=${widgets.picture(sign)} alt=${widgets.words.card(card)} />${
          deck.cards[card] ?? 0
        }</span
      >`,
  );
}

const PLINTH = html`<svg class="object" viewBox="0 0 220 120" aria-hidden="true">
  <linearGradient id="plinth">
    <stop stop-color="var(--stone-lo)" />
    <stop offset=".35" stop-color="var(--stone-hi)" />
    <stop offset="1" stop-color="var(--stone-lo)" />
  </linearGradient>
  <path d="M10 34v42c0 20 46 34 100 34s100-14 100-34V34Z" fill="url(#plinth)" />
  <g fill="none" stroke="var(--rim)" stroke-width="2">
    <path d="M10 52c0 18 46 32 100 32s100-14 100-32" opacity=".3" />
    <ellipse cx="110" cy="34" rx="100" ry="30" fill="var(--stone)" opacity=".9" />
    <ellipse cx="110" cy="34" rx="76" ry="21" stroke-dasharray="10 7" opacity=".45" />
  </g>
</svg>`;

const POOL = html`<svg class="object" viewBox="0 0 220 120" aria-hidden="true">
  <radialGradient id="pool">
    <stop stop-color="#e6f7ff" stop-opacity=".95" />
    <stop offset=".45" stop-color="#8fb8ff" stop-opacity=".75" />
    <stop offset="1" stop-color="#4a4ec0" stop-opacity=".15" />
  </radialGradient>
  <ellipse cx="110" cy="70" rx="106" ry="42" fill="var(--stone-lo)" />
  <ellipse cx="110" cy="66" rx="104" ry="40" fill="var(--stone-hi)" />
  <ellipse cx="110" cy="68" rx="92" ry="33" fill="#17205e" />
  <ellipse cx="110" cy="68" rx="92" ry="33" fill="url(#pool)" />
  <path
    d="M40 66c20-16 60-18 86-6s40 12 58 2M56 80c26 10 66 10 100-6M84 58c14-8 38-8 52 0"
    fill="none"
    stroke="#fff"
    stroke-width="2.5"
    stroke-linecap="round"
    opacity=".6"
  />
</svg>`;

const MIST = html`<svg class="object haze" viewBox="0 0 220 80" aria-hidden="true">
  <g fill="#d8ecff">
    <ellipse cx="70" cy="52" rx="58" ry="11" opacity=".35" />
    <ellipse cx="150" cy="46" rx="58" ry="11" opacity=".3" />
    <ellipse cx="112" cy="40" rx="62" ry="7" opacity=".25" />
  </g>
</svg>`;

const SLAB = html`<svg class="object" viewBox="0 0 220 70" aria-hidden="true">
  <path d="M14 26L40 6H188L208 26V44L190 64H30L14 44Z" fill="var(--stone-lo)" />
  <path
    d="M14 26L40 6H188L208 26L190 46H30Z"
    fill="var(--stone)"
    stroke="var(--rim)"
    stroke-opacity=".55"
    stroke-width="2"
  />
</svg>`;
