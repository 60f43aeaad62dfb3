/** The menu of a table. */

import { html, nothing } from "./vendor/lit-html.js";
import { hasListeners } from "./seats.js";
import { tableSettings } from "./table_settings.js";
import { isLocalSite, pathTo, serverUrl } from "./host.js";
import { moveTable } from "./move_table.js";

/** @typedef {import("./dialogs.js").Content} Content */
/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./types.js").TableView} TableView */
/** @typedef {import("./types.js").Words} Words */

/** @type {Content} */
export function menu(model, _widgets, handlers) {
  const { tableView, words } = model;
  const isPlayer = tableView.own_seats.length > 0;
  /** @type {(name: string, className?: string) => unknown} */
  const opener = (name, className = "") =>
    html`<li class=${className}>
      <button type="button" data-opens=${name} @click=${() => handlers.open(name)}>
        ${words.text(`page.table.${name}`)}
      </button>
    </li>`;
  return html`${
    tableView.unranked && tableView.kind !== "tutorial"
      ? html`<p class="label">${words.text("page.table.unranked.text")}</p>`
      : nothing
  }
    ${tableSettings(model, words, handlers)}
    <ul class="menu">
      ${opener("odds", "narrow")} ${opener("narration", "narrow")}
      ${tableView.phrases.length && isPlayer ? opener("chat", hasListeners(tableView) ? "slim" : "") : nothing}
      ${opener("seats")} ${canHideHands(tableView) ? hideItem(words, handlers) : nothing}
      ${link(`/t/${tableView.table_id}/replay`, words.text("page.table.replay"))}
      ${offersRecord(tableView) ? recordItems(tableView, words, handlers) : nothing}
      ${tableView.is_over ? opener("result") : nothing}
      ${isPlayer && !tableView.is_over ? opener("resign") : nothing}
      ${link("/", words.text("page.table.home"))}
    </ul>`;
}

/**
 * Returns whether the viewer plays several seats, and sees the hand of one.
 *
 * @param {TableView} tableView
 */
function canHideHands({ own_seats: ownSeats, handover_seat: handover, is_over: isOver }) {
  return ownSeats.length > 1 && handover < 0 && !isOver;
}

/**
 * @param {Words} words
 * @param {Handlers} handlers
 */
function hideItem(words, handlers) {
  const hide = () => [handlers.send({ type: "hide_hands" }), handlers.open("")];
  return html`<li><button type="button" @click=${hide}>${words.text("page.table.hide")}</button></li>`;
}

/**
 * Returns whether the record is available. It reveals everything: others may hold hidden cards, or
 * attempt the same deal.
 *
 * @param {TableView} tableView
 */
function offersRecord({ own_seats: ownSeats, seats, kind, is_over: isOver, is_deal_of_today: isToday }) {
  const isAlone = ownSeats.length > 0 && (seats.length === 1 || isLocalSite());
  return !isToday && (isOver || (isAlone && kind !== "daily"));
}

/**
 * Renders the items that download the record, and that move the game of a site to its server.
 *
 * @param {TableView} tableView
 * @param {Words} words
 * @param {Handlers} handlers
 */
function recordItems({ table_id: id, kind }, words, handlers) {
  const move = async () => {
    handlers.open("");
    if (!(await moveTable(id))) handlers.showNotice(words.text("page.table.move.failed"));
  };
  return html`${link(`/t/${id}/record.json`, words.text("page.table.record"))}
  ${
    serverUrl() && kind !== "daily"
      ? html`<li>
          <button type="button" @click=${move}>
            ${words.text("page.table.move", { server: new URL(serverUrl()).host })}
          </button>
        </li>`
      : nothing
  }`;
}

/**
 * @param {string} path
 * @param {string} label
 */
function link(path, label) {
  return html`<li><a href=${pathTo(path)}>${label}</a></li>`;
}
