/** The table of Onirim. */

import { HIDDEN } from "../card_identity.js";
import { html, nothing } from "../vendor/lit-html.js";
import { book } from "./book.js";
import { premonitions } from "./premonitions.js";
import { COLOURS, doorsOf, pileOf } from "./views.js";

export { predict, odds, open, zones } from "./views.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").CardWidgets} CardWidgets */

const FULL_SET = 3;
/** Length from which the cards of a row overlap. */
const LONG = 6;
/** Number of shared cards after both players have chosen. */
const FEW = 2;

/** Goals are swapped by tapping them, without buttons. */
export const silentKinds = ["swap"];

/** Discarding is final: it needs its button, the discard pile or its key. */
export const deliberateKinds = ["discard"];

/**
 * O3.2 Returns why the lifted card cannot be played, or with what it is paired.
 *
 * @param {View} view
 * @param {import("../types.js").CardRef} lifted
 * @param {import("../types.js").Words} words
 */
export function promptFor({ row }, { zone, card }, words) {
  if (zone === "goals") return words.text("page.table.onirim.swap");
  const symbol = card.split(" ")[1];
  const barred = row.at(-1)?.split(" ")[1] === symbol && zone !== "looked";
  const key = `page.table.onirim.barred.${symbol}`;
  return barred && words.has(key) ? words.text(key) : "";
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function table(view, widgets) {
  const extras = [view.towers, view.book, view.premonitions].filter(Boolean).length;
  return html`<div class="onirim ${view.partner ? "two" : "alone"} extras-${extras}">
    ${piles(view, widgets)} ${view.partner ? partner(view.partner, widgets) : nothing}
    ${labyrinth(view, widgets)}
    <div class="side" tabindex=${extras ? 0 : -1}>
      ${doors("doors", view.doors, view.partner ? 1 : 2, widgets)}
      ${
        extras
          ? html`<div class="extras">
              ${view.towers ? towers(view.towers, widgets) : nothing}
              ${view.book ? book(view.book, view.readings, widgets) : nothing}
              ${view.premonitions ? premonitions(view.premonitions, widgets) : nothing}
            </div>`
          : nothing
      }
    </div>
  </div>`;
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function piles(view, widgets) {
  const { deck, discard, limbo, drawn } = view;
  const next = deck.top[0];
  const top = next && next !== HIDDEN ? next : HIDDEN;
  return html`<div class="piles">
    ${pile("deck", deck.size, top, widgets, dangers(view, widgets))}
    <div class="drawn ${drawn ? "lies" : ""}">
      ${
        drawn
          ? html`${widgets.cards("table", [drawn])}
              <p class="label">
                ${widgets.text(view.step === "take" ? "pile.offered" : "pile.drawn")}
              </p>`
          : nothing
      }
    </div>
    ${pile("limbo", pileOf(limbo).length, pileOf(limbo).at(-1) ?? "", widgets)}
    ${pile("discard", pileOf(discard).length, widgets.latestCard("discard")?.card ?? "", widgets)}
  </div>`;
}

/**
 * Renders the number of dreams left in the deck.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function dangers({ deck, premonitions: waiting }, widgets) {
  const dreams = waiting ? { "happy dream": "symbol-dream" } : {};
  const signs = Object.entries({ nightmare: "symbol-nightmare", ...dreams });
  return html`<span class="lefts"
    >${signs.map(
      ([card, sign]) =>
        html`<span class="left" title=${widgets.words.card(card)}>
          <img src=${widgets.picture(sign)} alt=${widgets.words.card(card)} />
          ${deck.cards[card] ?? 0}
        </span>`,
    )}</span
  >`;
}

/**
 * Renders a pile with its top card and size.
 *
 * @param {string} name
 * @param {number} size
 * @param {string} card
 * @param {CardWidgets} widgets
 * @param {unknown} [more] content next to its name
 */
function pile(name, size, card, widgets, more = nothing) {
  const label = widgets.text(`pile.${name}`);
  const content = html`<div class="stack" data-size=${Math.min(size, 3)}>
      ${
        size && card
          ? html`<span class="card"
              ><img
                src=${widgets.picture(card, 0)}
                alt=${widgets.words.card(card)}
                draggable="false"
            /></span>`
          : html`<span class="card empty"></span>`
      }
      <b class="count">${size}</b>
    </div>
    <p class="label">${label} ${more}</p>`;
  return widgets.pile(name, `${label}: ${widgets.count("cards", size)}`, content, {
    className: "pile",
  });
}

/**
 * Renders the doors found, by colour.
 *
 * @param {string} zone
 * @param {Record<string, number>} found
 * @param {number} most number of doors of each colour
 * @param {CardWidgets} widgets
 */
function doors(zone, found, most, widgets) {
  const cards = widgets.cards(zone, doorsOf(found), { compact: true });
  let next = 0;
  const slots = COLOURS.flatMap((colour) =>
    Array.from({ length: most }, (_, place) =>
      place < found[colour] ? cards[next++] : slot(colour, widgets),
    ),
  );
  const number = doorsOf(found).length;
  const label = `${widgets.text(`pile.${zone}`)}: ${number}/${COLOURS.length * most}`;
  const content = html`<div class="slots">${slots}</div>`;
  return widgets.pile(zone, label, content, { className: "doors" });
}

/**
 * @param {string} colour
 * @param {CardWidgets} widgets
 */
function slot(colour, widgets) {
  return html`<span class="card compact slot ${colour}"
    ><img src=${widgets.picture(`badge-${colour}`)} alt="" draggable="false"
  /></span>`;
}

/**
 * Renders the row: past rooms small, rooms of the current set large, with the missing ones.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
function labyrinth({ row, set_length: length }, widgets) {
  const rooms = widgets.cards("row", row);
  // A set just completed no longer counts for the rules, but stays in focus.
  const size = length || Math.min(row.length, FULL_SET);
  const behind = rooms.slice(0, row.length - size);
  const [colour = ""] = row.at(-1)?.split(" ") ?? [];
  const lacking = Array.from({ length: FULL_SET - size }, () =>
    colour ? slot(colour, widgets) : html`<span class="card slot"></span>`,
  );
  const content = html`${
      behind.length
        ? html`<div
            class="path ${behind.length > LONG ? "long" : ""}"
            tabindex=${behind.length > LONG ? 0 : -1}
            data-scroll
          >
            ${behind}
          </div>`
        : nothing
    }
    <div class="set ${behind.length ? "" : "alone"}">
      ${rooms.slice(row.length - size)} ${lacking}
    </div>
    ${
      row.length
        ? facts(row, length, widgets)
        : html`<p class="hint">${widgets.text("page.table.onirim.row")}</p>`
    }`;
  return widgets.pile("row", widgets.text("pile.row"), content, { className: "labyrinth" });
}

/**
 * @param {string[]} row
 * @param {number} length
 * @param {CardWidgets} widgets
 */
function facts(row, length, widgets) {
  const [colour, symbol] = row[row.length - 1].split(" ");
  const set = widgets.text("table.set", {
    colour: widgets.text(`colour.${colour}`),
    number: length,
  });
  const barred = widgets.text("table.barred", { symbol: widgets.text(`symbol.${symbol}`) });
  return html`<p class="facts">
    ${length ? html`<span>${set}</span>` : nothing}
    <span><img class="barred" src=${widgets.picture(`symbol-${symbol}`)} alt="" /> ${barred}</span>
    <span>${widgets.text("table.rooms", { number: row.length })}</span>
  </p>`;
}

/**
 * Renders the cards of the partner.
 *
 * @param {any} other
 * @param {CardWidgets} widgets
 */
function partner(other, widgets) {
  const hand = widgets.text("pile.partner hand");
  const label = widgets.text("pile.partner row");
  const name = widgets.text("page.table.onirim.partner");
  return html`<div class="partner" role="group" aria-label=${name}>
    <p class="label">${name}</p>
    ${widgets.pile(
      "partner hand",
      hand,
      html`<div class="cards fan">
        ${widgets.cards("partner hand", other.hand, { compact: true })}
      </div>`,
    )}
    ${doors("partner doors", other.doors, 1, widgets)}
    ${widgets.pile(
      "partner row",
      label,
      html`<div class="rooms" tabindex="0" data-scroll>
        ${
          other.row.length
            ? widgets.cards("partner row", other.row, { compact: true })
            : html`<span class="card compact empty"></span>`
        }
      </div>`,
    )}
  </div>`;
}

/**
 * @param {{row: string[], complete: boolean}} built
 * @param {CardWidgets} widgets
 */
function towers({ row, complete }, widgets) {
  const label = widgets.text("pile.towers");
  const content = html`<p class="label">
      ${label}${complete ? html` <b>${widgets.text("table.complete")}</b>` : nothing}
    </p>
    <div class="cards">
      ${
        row.length
          ? widgets.cards("towers", row, { compact: true })
          : html`<span class="card compact empty"></span>`
      }
    </div>`;
  const className = `towers ${complete ? "complete" : ""}`;
  return widgets.pile("towers", label, content, { className });
}

/**
 * Renders the cards being looked at, and those already returned to the deck.
 *
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function panel({ looked, arranged }, widgets) {
  if (!looked.length && !arranged.length) return nothing;
  return html`<div class="look">
    ${
      looked.length
        ? html`<div class="group">
            <p class="label">${widgets.text("pile.looked")}</p>
            <div class="cards">${widgets.cards("looked", looked)}</div>
          </div>`
        : nothing
    }
    ${
      arranged.length
        ? html`<div class="group">
            <p class="label">${widgets.text("pile.arranged")}</p>
            <div class="cards">
              ${widgets.cards("arranged", arranged, {
                badge: (_card, place) => html`<b class="count">${place + 1}</b>`,
              })}
            </div>
          </div>`
        : nothing
    }
  </div>`;
}

/**
 * @param {View} view
 * @param {CardWidgets} widgets
 */
export function hand(view, widgets) {
  const shown = [...(view.partner?.shown ?? [])];
  /** @param {string} card */
  const eye = (card) => {
    const place = shown.indexOf(card);
    if (place < 0) return nothing;
    shown.splice(place, 1);
    const said = widgets.text("pile.shown");
    return html`<img class="eye" src=${widgets.picture("symbol-eye")} alt=${said} title=${said} />`;
  };
  const drafts = view.shared.length > FEW;
  return html`<div class="own ${drafts ? "draft" : ""}">
    ${widgets.pile(
      "hand",
      widgets.text(view.partner ? "pile.personal" : "pile.hand"),
      html`<div class="cards">${widgets.cards("hand", view.hand, { badge: eye })}</div>`,
      { className: `hand ${view.hand.length ? "" : "none"}` },
    )}
    ${
      view.partner
        ? widgets.pile(
            "shared",
            widgets.text("pile.shared"),
            html`<p class="label">${widgets.text("pile.shared")}</p>
              <div class="cards">${widgets.cards("shared", view.shared)}</div>`,
            { className: "hand shared" },
          )
        : nothing
    }
  </div>`;
}
