/** Dialogs over the table: menu, seats, odds, help, chat, result. */

import { icon } from "./icons.js";
import { html, nothing } from "./vendor/lit-html.js";
import { ZONE_KEYS } from "./input.js";
import { MAX_NAME_LENGTH, nameOnDevice, setNameOnDevice } from "./device_names.js";
import { phraseText } from "./seats.js";
import { tableSettings } from "./table_settings.js";
import { nameSpeaker } from "./seat_names.js";
import { pathTo } from "./paths.js";
import { isLocalSite, moveTable, serverUrl } from "./local_site.js";

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./card_widgets.js").CardWidgets} CardWidgets */

/** @typedef {(model: Model, widgets: CardWidgets, handlers: Handlers) => unknown} Content */

/** @type {Record<string, Content>} */
const CONTENTS = { menu, seats, invitation, odds, hint, help, story, talk, resign };

/** Hosts that no other computer reaches. */
const LOCAL_HOSTS = ["127.0.0.1", "localhost"];
/** The option with which the server admits other computers. */
const LAN = { program: "Onirium", option: "--lan" };

const KEYS = ["1-9", "enter", "arrows", "d", "esc", "r", "u", "s", "o", "h", "m", "?"];

/**
 * The dialog element, always present; renderer.js opens and closes it.
 *
 * @param {Model} model
 * @param {CardWidgets} widgets
 * @param {Handlers} handlers
 */
export function dialogs(model, widgets, handlers) {
  const { dialog, words } = model;
  const content = CONTENTS[dialog];
  const title = dialog ? words.text(`page.table.${dialog}`) : "";
  return html`<dialog
    id="dialog"
    aria-label=${title}
    ?data-open=${Boolean(content)}
    @close=${() => handlers.open("")}
  >
    ${
      content
        ? html`<header>
              <h2>${title}</h2>
              <button
                type="button"
                class="tool"
                aria-label=${words.text("page.table.close")}
                @click=${() => handlers.open("")}
              >
                ${icon("cross")}
              </button>
            </header>
            ${content(model, widgets, handlers)}`
        : nothing
    }
  </dialog>`;
}

/** @type {Content} */
function menu(model, _widgets, handlers) {
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
  // A record reveals everything: not available while others hold hidden cards.
  const open = tableView.is_over || (mine && (tableView.seats.length === 1 || isLocalSite()));
  return html`${
    tableView.unranked && tableView.kind !== "tutorial"
      ? html`<p class="label">${words.text("page.table.unranked.text")}</p>`
      : nothing
  }
    ${tableSettings(model, words, handlers)}
    <ul class="menu">
      ${item("odds", "narrow")} ${item("story", "narrow")} ${item("seats")}
      ${tableView.phrases.length && mine ? item("talk") : nothing}
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
              <a href=${pathTo(`/t/${tableView.table_id}/record.json`)} download
                >${words.text("page.table.record")}</a
              >
            </li>`
          : nothing
      }
      ${
        open && serverUrl() && tableView.kind !== "daily"
          ? html`<li>
              <button type="button" @click=${() => moveTable(tableView.table_id)}>
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

/** @type {Content} */
function seats({ tableView, bots, words }, widgets, handlers) {
  return html`<ul class="seating">
      ${tableView.seats.map((seat, number) => {
        const state = seat.occupant !== "human" ? "bot" : seat.is_present ? "here" : "away";
        return html`<li>
          ${
            seat.is_own && tableView.own_seats.length > 1
              ? nameField(number)
              : html`<b>${widgets.name(number)}</b>`
          }
          <small>${words.text(`page.table.seat.${seat.is_own ? "mine" : state}`)}</small>
          ${tableView.is_over ? nothing : html`<div class="row">${seatActs(number)}</div>`}
        </li>`;
      })}
    </ul>
    ${tableView.is_host && !isLocalSite() ? links() : nothing}`;

  /** @param {number} number */
  function nameField(number) {
    return html`<label
      ><span class="unseen">${words.text("page.table.seat.name")}</span>
      <input
        maxlength=${MAX_NAME_LENGTH}
        placeholder=${words.text("player", { number: number + 1 })}
        .value=${nameOnDevice(tableView, number)}
        @change=${(/** @type {Event} */ { target }) => {
          if (target instanceof HTMLInputElement) setNameOnDevice(number, target.value);
          handlers.refresh();
        }}
      />
    </label>`;
  }

  function links() {
    const [now, then] = tableView.links_enabled ? ["on", "off"] : ["off", "on"];
    return html`<p>${words.text(`page.table.links.are.${now}`)}</p>
      <button
        type="button"
        @click=${() => handlers.send({ type: "set_links", enabled: !tableView.links_enabled })}
      >
        ${words.text(`page.table.links.${then}`)}
      </button>`;
  }

  /** @param {number} number */
  function seatActs(number) {
    const seat = tableView.seats[number];
    const people = seat.occupant === "human";
    return html`${
      isLocalSite() || !tableView.links_enabled || (seat.is_own && tableView.own_seats.length === 1)
        ? nothing
        : html`<button
            type="button"
            @click=${() => handlers.send({ type: "create_invitation", seat: number })}
          >
            ${words.text("page.table.invite")}
          </button>`
    }
    ${
      people && (seat.is_vacant || (seat.is_own && tableView.own_seats.length > 1))
        ? bots.map(
            (who) =>
              html`<button
                type="button"
                @click=${() => handlers.send({ type: "assign_seat", seat: number, occupant: who })}
              >
                ${words.text("page.table.assign_bot", { who: botName(who) })}
              </button>`,
          )
        : nothing
    }
    ${
      people || isLocalSite()
        ? nothing
        : html`<button
            type="button"
            @click=${() => handlers.send({ type: "assign_seat", seat: number, occupant: "human" })}
          >
            ${words.text("page.table.return_seat")}
          </button>`
    }`;
  }

  /** @param {string} who */
  function botName(who) {
    const key = `page.occupant.${who}`;
    return words.has(key) ? words.text(key) : who;
  }
}

/** @type {Content} */
function invitation({ invitation: invited, words }) {
  if (!invited) return nothing;
  const { hostname } = new URL(invited.link);
  return html`<p>${words.text("page.table.invitation.text")}</p>
    ${
      LOCAL_HOSTS.includes(hostname)
        ? html`<p class="warning">${words.text("page.table.invitation.local", LAN)}</p>`
        : nothing
    }
    ${code(invited.qr_rows, words.text("page.table.invitation.code"))}
    <label
      >${words.text("page.table.invitation.link")}
      <input readonly .value=${invited.link} @focus=${selectAll} />
    </label>
    <button
      type="button"
      class="first"
      @click=${() => navigator.clipboard?.writeText(invited.link)}
    >
      ${words.text("page.table.invitation.copy")}
    </button>`;
}

/** @param {Event} event */
function selectAll({ target }) {
  if (target instanceof HTMLInputElement) target.select();
}

/**
 * Renders a QR code from rows of ones and zeros.
 *
 * @param {string[]} rows
 * @param {string} label
 */
function code(rows, label) {
  const squares = rows.flatMap((row, y) =>
    [...row].map((one, x) => (one === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")),
  );
  const side = rows.length + 8;
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label=${label}>
    <rect width=${side} height=${side} fill="#fff"></rect>
    <path d=${squares.join("")} fill="#000"></path>
  </svg>`;
}

/** @type {Content} */
function odds({ game, view, words }, widgets) {
  const chances = game.odds(view);
  if (!chances.length) return html`<p>${words.text("page.table.odds.none")}</p>`;
  return html`<p>${words.text("page.table.odds.text")}</p>
    <ul class="odds">
      ${chances.map(
        ({ card, chance }) =>
          html`<li>
            <img src=${widgets.picture(card, 0)} alt="" />
            <span>${words.card(card)}</span>
            <i .style=${`--part: ${chance}`}></i>
            <b>${words.percent(chance, chance < 0.1 ? 1 : 0)}</b>
          </li>`,
      )}
    </ul>`;
}

/** @type {Content} */
function hint({ words }, _widgets, handlers) {
  return html`<p>${words.text("page.hint.text")}</p>
    <p>${words.text("page.hint.unranked")}</p>
    <div class="row">
      <button type="button" class="first" @click=${() => handlers.hint(true)}>
        ${words.text("page.hint.accept")}
      </button>
      <button type="button" @click=${() => handlers.open("")}>
        ${words.text("page.hint.decline")}
      </button>
    </div>`;
}

/**
 * Returns the address of the rules, with the readings in force at the table.
 *
 * @param {import("./types.js").TableView} tableView
 */
function rulesOf({ game, options }) {
  const readings = /** @type {string[]} */ (options.readings ?? []);
  const query = new URLSearchParams(readings.map((reading) => ["reading", reading]));
  return pathTo(`/rules/${game}${query.size ? `?${query}` : ""}`);
}

/**
 * Returns the keys of the zones that the table has.
 *
 * @param {import("./types.js").Game} game
 */
function zoneKeysOf(game) {
  return Object.entries({ ...ZONE_KEYS, ...game.zoneKeys })
    .filter(([, selector]) => document.querySelector(selector))
    .map(([key]) => key);
}

/** @type {Content} */
function help({ tableView, words, game }) {
  return html`${tableView.help.map((text) => html`<p>${text}</p>`)}
    <p>
      <a class="button first" href=${rulesOf(tableView)} target="_blank"
        >${words.text("page.table.rules")}</a
      >
    </p>
    <h3>${words.text("page.table.keys")}</h3>
    <dl class="keys">
      ${[...KEYS, ...zoneKeysOf(game)].map((key) => {
        const name = `page.table.key.${key}`;
        return html`<dt><kbd>${words.has(name) ? words.text(name) : key}</kbd></dt>
          <dd>${words.text(`page.table.keys.${key}`)}</dd>`;
      })}
    </dl>`;
}

/** @type {Content} */
function story(model) {
  return html`<ol class="tale">
    ${model.story.map((sentence) => html`<li>${nameSpeaker(model, sentence)}</li>`)}
  </ol>`;
}

/** @type {Content} */
function talk({ tableView, words }, _widgets, handlers) {
  return html`<ul class="menu">
    ${tableView.phrases.map(
      (phrase) =>
        html`<li>
          <button
            type="button"
            @click=${() => [handlers.send({ type: "send_phrase", phrase }), handlers.open("")]}
          >
            ${phraseText(phrase, words)}
          </button>
        </li>`,
    )}
  </ul>`;
}

/** @type {Content} */
function resign({ words }, _widgets, handlers) {
  return html`<p>${words.text("page.table.resign.text")}</p>
    <div class="row">
      <button
        type="button"
        class="armed"
        @click=${() => [handlers.send({ type: "resign" }), handlers.open("")]}
      >
        ${words.text("page.table.resign.yes")}
      </button>
      <button type="button" @click=${() => handlers.open("")}>
        ${words.text("page.table.resign.no")}
      </button>
    </div>`;
}

/**
 * @param {import("./protocol.js").TableView} tableView
 * @param {import("./i18n.js").Words} words
 * @param {Handlers} handlers
 */
export function rematch({ rematch_table_id: next, own_seats: mine }, words, handlers) {
  if (next) {
    return html`<a class="button first" href=${pathTo(`/t/${next}`)}>${words.text("page.table.next")}</a>`;
  }
  if (!mine.length) return nothing;
  return html`<button
    type="button"
    class="first"
    @click=${() => handlers.send({ type: "rematch" })}
  >
    ${words.text("page.table.rematch")}
  </button>`;
}
