/** The menu of a table. */

import { html, nothing } from "./vendor/lit-html.js";
import { hasListeners } from "./seats.js";
import { tableSettings } from "./table_settings.js";
import { isLocalSite, pathTo, serverUrl } from "./host.js";
import { moveTable } from "./move_table.js";

/** @typedef {import("./dialogs.js").Content} Content */

/** @type {Content} */
export function menu(model, _widgets, handlers) {
  const { tableView, words } = model;
  const mine = tableView.own_seats.length > 0;
  /** @type {(name: string, className?: string) => unknown} */
  const item = (name, className = "") =>
    html`<li class=${className}>
      <button type="button" data-opens=${name} @click=${() => handlers.open(name)}>
        ${words.text(`page.table.${name}`)}
      </button>
    </li>`;
  const several =
    tableView.own_seats.length > 1 && tableView.handover_seat < 0 && !tableView.is_over;
  const isAlone = mine && (tableView.seats.length === 1 || isLocalSite());
  // A record reveals everything: not available while others hold hidden cards or attempt the deal.
  const open =
    !tableView.is_deal_of_today &&
    (tableView.is_over || (isAlone && tableView.kind !== "daily"));
  return html`${
    tableView.unranked && tableView.kind !== "tutorial"
      ? html`<p class="label">${words.text("page.table.unranked.text")}</p>`
      : nothing
  }
    ${tableSettings(model, words, handlers)}
    <ul class="menu">
      ${item("odds", "narrow")} ${item("narration", "narrow")}
      ${tableView.phrases.length && mine ? item("chat", hasListeners(tableView) ? "slim" : "") : nothing} ${item("seats")}
      ${
        several
          ? html`<li>
              <button
                type="button"
                @click=${() => [handlers.send({ type: "hide_hands" }), handlers.open("")]}
              >
                ${words.text("page.table.hide")}
              </button>
            </li>`
          : nothing
      }
      <li><a href=${pathTo(`/t/${tableView.table_id}/replay`)}>${words.text("page.table.replay")}</a></li>
      ${
        open
          ? html`<li>
              <a href=${pathTo(`/t/${tableView.table_id}/record.json`)}>${words.text("page.table.record")}</a>
            </li>`
          : nothing
      }
      ${
        open && serverUrl() && tableView.kind !== "daily"
          ? html`<li>
              <button
                type="button"
                @click=${async () => {
                  handlers.open("");
                  if (!(await moveTable(tableView.table_id)))
                    handlers.showNotice(words.text("page.table.move.failed"));
                }}
              >
                ${words.text("page.table.move", { server: new URL(serverUrl()).host })}
              </button>
            </li>`
          : nothing
      }
      ${tableView.is_over ? item("result") : nothing}
      ${mine && !tableView.is_over ? item("resign") : nothing}
      <li><a href=${pathTo("/")}>${words.text("page.table.home")}</a></li>
    </ul>`;
}
