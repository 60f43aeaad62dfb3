/**
 * Stores the keys of the cards of a table in this tab. A view counts equal cards without
 * distinguishing them; a reload would number them anew, and change their pictures and the top of a
 * pile.
 */

import { storedValue, storeValue } from "./stored_values.js";

/** @typedef {import("./card_identity.js").Placement} Placement */
/** @typedef {import("./types.js").Model} Model */

const STORAGE_KEY = "cards";

/** @param {Pick<Model, "tableView" | "view" | "placed">} model */
export function rememberCards({ tableView, view, placed }) {
  const cards = { table: tableView.table_id, seat: view.seat, placed: withoutCount(placed) };
  storeValue("sessionStorage", STORAGE_KEY, cards);
}

/**
 * Returns the placement that was last remembered, if it is of the same seat at the same table.
 *
 * @param {import("./protocol.js").TableView} tableView
 * @param {import("./types.js").View} view
 * @returns {Placement}
 */
export function rememberedCards({ table_id: id }, { seat }) {
  const cards = storedValue("sessionStorage", STORAGE_KEY);
  return new Map(cards?.table === id && cards.seat === seat ? cards.placed : []);
}

/**
 * Returns the zones with their cards, whose views are numbered up to 0: the next page counts from there.
 *
 * @param {Placement} placed
 */
function withoutCount(placed) {
  const last = Math.max(0, ...[...placed.values()].flat().map(({ since }) => since));
  return [...placed].map(([zone, cards]) => [
    zone,
    cards.map((card) => ({ ...card, since: card.since - last })),
  ]);
}
