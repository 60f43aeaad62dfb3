/** The table of Onirim. */

import { HIDDEN } from "../card_identity.js";
import { html, nothing } from "../vendor/lit-html.js";
import { book } from "./book.js";
import { premonitions } from "./premonitions.js";
import { COLOURS, doorsOf, pileOf } from "./views.js";

export { guess, odds, open, zones } from "./views.js";

/** @typedef {import("../types.js").View} View */
/** @typedef {import("../types.js").Desk} Desk */

const FULL_SET = 3;
/** Longer paths overlap. */
const LONG = 6;
/** So many cards are shared once both players have chosen theirs. */
const FEW = 2;

/** Swapping goals is done at the goals themselves. */
export const quiet = ["swap"];

/**
 * @param {View} view
 * @param {Desk} desk
 */
export function table(view, desk) {
  const extras = [view.towers, view.book, view.premonitions].filter(Boolean).length;
  return html`<div class="onirim ${view.partner ? "two" : "alone"} extras-${extras}">
    ${piles(view, desk)} ${view.partner ? partner(view.partner, desk) : nothing}
    ${labyrinth(view, desk)}
    <div class="side" tabindex=${extras ? 0 : -1}>
      ${doors("doors", view.doors, view.partner ? 1 : 2, desk)}
      ${
        extras
          ? html`<div class="extras">
              ${view.towers ? towers(view.towers, desk) : nothing}
              ${view.book ? book(view.book, desk) : nothing}
              ${view.premonitions ? premonitions(view.premonitions, desk) : nothing}
            </div>`
          : nothing
      }
    </div>
  </div>`;
}

/**
 * @param {View} view
 * @param {Desk} desk
 */
function piles(view, desk) {
  const { deck, discard, limbo, drawn } = view;
  const next = deck.top[0];
  const top = next && next !== HIDDEN ? next : HIDDEN;
  return html`<div class="piles">
    ${pile("deck", deck.size, top, desk, dangers(view, desk))}
    <div class="drawn ${drawn ? "lies" : ""}">
      ${
        drawn
          ? html`${desk.cards("table", [drawn])}
              <p class="label">
                ${desk.text(view.step === "take" ? "pile.offered" : "pile.drawn")}
              </p>`
          : nothing
      }
    </div>
    ${pile("limbo", pileOf(limbo).length, pileOf(limbo).at(-1) ?? "", desk)}
    ${pile("discard", pileOf(discard).length, desk.latest("discard")?.card ?? "", desk)}
  </div>`;
}

/**
 * How many dreams are left in the deck.
 *
 * @param {View} view
 * @param {Desk} desk
 */
function dangers({ deck, premonitions: waiting }, desk) {
  const dreams = waiting ? { "happy dream": "symbol-dream" } : {};
  const signs = Object.entries({ nightmare: "symbol-nightmare", ...dreams });
  return html`<span class="lefts"
    >${signs.map(
      ([card, sign]) =>
        html`<span class="left" title=${desk.words.card(card)}>
          <img src=${desk.picture(sign)} alt=${desk.words.card(card)} /> ${deck.cards[card] ?? 0}
        </span>`,
    )}</span
  >`;
}

/**
 * A pile of which one sees the top and the size.
 *
 * @param {string} name
 * @param {number} size
 * @param {string} card
 * @param {Desk} desk
 * @param {unknown} [more] what stands with its name
 */
function pile(name, size, card, desk, more = nothing) {
  const label = desk.text(`pile.${name}`);
  const content = html`<div class="stack" data-size=${Math.min(size, 3)}>
      ${
        size && card
          ? html`<span class="card"
              ><img src=${desk.picture(card, 0)} alt=${desk.words.card(card)} draggable="false"
            /></span>`
          : html`<span class="card empty"></span>`
      }
      <b class="count">${size}</b>
    </div>
    <p class="label">${label} ${more}</p>`;
  return desk.spot(name, `${label}: ${desk.count("cards", size)}`, content, { className: "pile" });
}

/**
 * The doors found, each in its place by colour.
 *
 * @param {string} zone
 * @param {Record<string, number>} found
 * @param {number} most of each colour
 * @param {Desk} desk
 */
function doors(zone, found, most, desk) {
  const cards = desk.cards(zone, doorsOf(found), { compact: true });
  let next = 0;
  const slots = COLOURS.flatMap((colour) =>
    Array.from({ length: most }, (_, place) =>
      place < found[colour] ? cards[next++] : slot(colour, desk),
    ),
  );
  const number = doorsOf(found).length;
  const label = `${desk.text(`pile.${zone}`)}: ${number}/${COLOURS.length * most}`;
  const content = html`<div class="slots">${slots}</div>`;
  return desk.spot(zone, label, content, { className: "doors" });
}

/**
 * @param {string} colour
 * @param {Desk} desk
 */
function slot(colour, desk) {
  return html`<span class="card compact slot ${colour}"
    ><img src=${desk.picture(`badge-${colour}`)} alt="" draggable="false"
  /></span>`;
}

/**
 * The path so far, small; the rooms of the current set, large, with what it still lacks.
 *
 * @param {View} view
 * @param {Desk} desk
 */
function labyrinth({ row, set_length: length }, desk) {
  const rooms = desk.cards("row", row);
  // A set just completed counts no more for the rules, but it is what one looks at.
  const size = length || Math.min(row.length, FULL_SET);
  const behind = rooms.slice(0, row.length - size);
  const [colour = ""] = row.at(-1)?.split(" ") ?? [];
  const lacking = Array.from({ length: FULL_SET - size }, () =>
    colour ? slot(colour, desk) : html`<span class="card slot"></span>`,
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
        ? facts(row, length, desk)
        : html`<p class="hint">${desk.text("page.table.onirim.row")}</p>`
    }`;
  return desk.spot("row", desk.text("pile.row"), content, { className: "labyrinth" });
}

/**
 * @param {string[]} row
 * @param {number} length
 * @param {Desk} desk
 */
function facts(row, length, desk) {
  const [colour, symbol] = row[row.length - 1].split(" ");
  const set = desk.text("table.set", { colour: desk.text(`colour.${colour}`), number: length });
  const barred = desk.text("table.barred", { symbol: desk.text(`symbol.${symbol}`) });
  return html`<p class="facts">
    ${length ? html`<span>${set}</span>` : nothing}
    <span><img class="barred" src=${desk.picture(`symbol-${symbol}`)} alt="" /> ${barred}</span>
    <span>${desk.text("table.rooms", { number: row.length })}</span>
  </p>`;
}

/**
 * What lies before the partner.
 *
 * @param {any} other
 * @param {Desk} desk
 */
function partner(other, desk) {
  const hand = desk.text("pile.partner hand");
  const label = desk.text("pile.partner row");
  const name = desk.text("page.table.onirim.partner");
  return html`<div class="partner" role="group" aria-label=${name}>
    <p class="label">${name}</p>
    ${desk.spot(
      "partner hand",
      hand,
      html`<div class="cards fan">
        ${desk.cards("partner hand", other.hand, { compact: true })}
      </div>`,
    )}
    ${doors("partner doors", other.doors, 1, desk)}
    ${desk.spot(
      "partner row",
      label,
      html`<div class="rooms" tabindex="0" data-scroll>
        ${
          other.row.length
            ? desk.cards("partner row", other.row, { compact: true })
            : html`<span class="card compact empty"></span>`
        }
      </div>`,
    )}
  </div>`;
}

/**
 * @param {{row: string[], complete: boolean}} built
 * @param {Desk} desk
 */
function towers({ row, complete }, desk) {
  const label = desk.text("pile.towers");
  const content = html`<p class="label">
      ${label}${complete ? html` <b>${desk.text("table.complete")}</b>` : nothing}
    </p>
    <div class="cards">
      ${
        row.length
          ? desk.cards("towers", row, { compact: true })
          : html`<span class="card compact empty"></span>`
      }
    </div>`;
  const className = `towers ${complete ? "complete" : ""}`;
  return desk.spot("towers", label, content, { className });
}

/**
 * The cards being looked at, and those that have their place in the deck already.
 *
 * @param {View} view
 * @param {Desk} desk
 */
export function panel({ looked, arranged }, desk) {
  if (!looked.length && !arranged.length) return nothing;
  return html`<div class="look">
    ${
      looked.length
        ? html`<div class="group">
            <p class="label">${desk.text("pile.looked")}</p>
            <div class="cards">${desk.cards("looked", looked)}</div>
          </div>`
        : nothing
    }
    ${
      arranged.length
        ? html`<div class="group">
            <p class="label">${desk.text("pile.arranged")}</p>
            <div class="cards">
              ${desk.cards("arranged", arranged, {
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
 * @param {Desk} desk
 */
export function hand(view, desk) {
  const shown = [...(view.partner?.shown ?? [])];
  /** @param {string} card */
  const eye = (card) => {
    const place = shown.indexOf(card);
    if (place < 0) return nothing;
    shown.splice(place, 1);
    const said = desk.text("pile.shown");
    return html`<img class="eye" src=${desk.picture("symbol-eye")} alt=${said} title=${said} />`;
  };
  const drafts = view.shared.length > FEW;
  return html`<div class="own ${drafts ? "draft" : ""}">
    ${desk.spot(
      "hand",
      desk.text(view.partner ? "pile.personal" : "pile.hand"),
      html`<div class="cards">${desk.cards("hand", view.hand, { badge: eye })}</div>`,
      { className: `hand ${view.hand.length ? "" : "none"}` },
    )}
    ${
      view.partner
        ? desk.spot(
            "shared",
            desk.text("pile.shared"),
            html`<p class="label">${desk.text("pile.shared")}</p>
              <div class="cards">${desk.cards("shared", view.shared)}</div>`,
            { className: "hand shared" },
          )
        : nothing
    }
  </div>`;
}
