/** The dialog of the seats: names, invitations, bots; and the switch of the links. */

import { MAX_NAME_LENGTH, nameOnDevice, setNameOnDevice } from "./device_names.js";
import { isLocalSite } from "./host.js";
import { strengthName } from "./seat_names.js";
import { hasListeners } from "./seats.js";
import { html, nothing } from "./vendor/lit-html.js";

/**
 * Renders the occupant of each seat, with the actions of the user on it.
 *
 * @param {import("./types.js").Model} model
 * @param {import("./card_widgets.js").CardWidgets} widgets
 * @param {import("./types.js").Handlers} handlers
 */
export function seatsDialog({ tableView, bots, words }, widgets, handlers) {
  const controlsSeveral = tableView.own_seats.length > 1;
  return html`<ul class="seating">
      ${tableView.seats.map((seat, index) => {
        const isBot = seat.occupant !== "human";
        const state = isBot ? "bot" : seat.is_present ? "here" : "away";
        return html`<li>
          ${
            seat.is_own && controlsSeveral
              ? nameField(index)
              : html`<b>${widgets.name(index)}</b>`
          }
          <small>
            ${words.text(`page.table.seat.${seat.is_own ? "mine" : state}`)}
            ${isBot ? `· ${strengthName(seat.occupant, words)}` : nothing}
          </small>
          ${tableView.is_over ? nothing : html`<div class="row">${seatButtons(index)}</div>`}
        </li>`;
      })}
    </ul>
    ${tableView.is_host && !isLocalSite() ? linkSwitch() : nothing}`;

  /** @param {number} index */
  function nameField(index) {
    return html`<label
      ><span class="unseen">${words.text("page.table.seat.name")}</span>
      <input
        maxlength=${MAX_NAME_LENGTH}
        placeholder=${words.text("player", { number: index + 1 })}
        .value=${nameOnDevice(tableView, index)}
        @change=${(/** @type {Event} */ { target }) => {
          if (target instanceof HTMLInputElement) setNameOnDevice(index, target.value);
          handlers.refresh();
        }}
      />
    </label>`;
  }

  function linkSwitch() {
    const [present, other] = tableView.links_enabled ? ["on", "off"] : ["off", "on"];
    return html`<p>${words.text(`page.table.links.are.${present}`)}</p>
      <button
        type="button"
        @click=${() => handlers.send({ type: "set_links", enabled: !tableView.links_enabled })}
      >
        ${words.text(`page.table.links.${other}`)}
      </button>`;
  }

  /** @param {number} index */
  function seatButtons(index) {
    const seat = tableView.seats[index];
    const isHuman = seat.occupant === "human";
    const isOneOfSeveral = seat.is_own && controlsSeveral;
    const isFree = isHuman ? seat.is_open || isOneOfSeveral : !seat.is_kept || seat.is_own;
    const canInvite = tableView.is_host && tableView.links_enabled && !isLocalSite();
    const canAssign = tableView.is_host || seat.is_own;
    const canLeave = seat.is_own ? controlsSeveral || hasListeners(tableView) : tableView.may_replace && seat.is_vacant;
    return html`${
      canInvite && isFree
        ? html`<button
            type="button"
            @click=${() => handlers.send({ type: "create_invitation", seat: index })}
          >
            ${words.text("page.table.invite")}
          </button>`
        : nothing
    }
    ${isHuman && canLeave ? botButtons(index) : nothing}
    ${
      isHuman || !canAssign || isLocalSite()
        ? nothing
        : html`<button
            type="button"
            @click=${() => handlers.send({ type: "assign_seat", seat: index, occupant: "human" })}
          >
            ${words.text("page.table.assign_person")}
          </button>`
    }`;
  }

  /** @param {number} index */
  function botButtons(index) {
    const label = words.text("page.table.assign_bot");
    return html`<div class="row" role="group" aria-label=${label}>
      <span>${label}</span>
      ${bots.map(
        (bot) =>
          html`<button
            type="button"
            @click=${() => handlers.send({ type: "assign_seat", seat: index, occupant: bot })}
          >
            ${strengthName(bot, words)}
          </button>`,
      )}
    </div>`;
  }
}
