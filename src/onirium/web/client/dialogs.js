/** What opens above the table: the menu, seats, odds, help, talk, the result. */

import { icon } from "./icons.js";
import { html, nothing } from "./vendor/lit-html.js";
import { spoken } from "./seats.js";

/** @typedef {import("./types.js").Acts} Acts */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./card_widgets.js").Desk} Desk */

/** @typedef {(model: Model, desk: Desk, acts: Acts) => unknown} Content */

/** @type {Record<string, Content>} */
const CONTENTS = { menu, seats, invitation, odds, hint, help, story, talk, resign, result };

const KEYS = ["1-9", "enter", "arrows", "d", "esc", "u", "s", "o", "h", "?"];

/**
 * One dialog, always there; show.js opens and closes it.
 *
 * @param {Model} model
 * @param {Desk} desk
 * @param {Acts} acts
 */
export function dialogs(model, desk, acts) {
  const { dialog, words } = model;
  const content = CONTENTS[dialog];
  const title = dialog ? words.text(`page.table.${dialog}`) : "";
  return html`<dialog
    id="dialog"
    aria-label=${title}
    ?data-open=${Boolean(content)}
    @close=${() => acts.open("")}
  >
    ${
      content
        ? html`<header>
              <h2>${title}</h2>
              <button
                type="button"
                class="tool"
                aria-label=${words.text("page.table.close")}
                @click=${() => acts.open("")}
              >
                ${icon("cross")}
              </button>
            </header>
            ${content(model, desk, acts)}`
        : nothing
    }
  </dialog>`;
}

/** @type {Content} */
function menu({ sight, words }, _desk, acts) {
  const mine = sight.own_seats.length > 0;
  /** @param {string} name */
  const item = (name) =>
    html`<li>
      <button type="button" @click=${() => acts.open(name)}>
        ${words.text(`page.table.${name}`)}
      </button>
    </li>`;
  const several = sight.own_seats.length > 1 && sight.handover_seat < 0 && !sight.is_over;
  // A record tells all: while others hold secrets there is none.
  const open = sight.is_over || (mine && sight.seats.length === 1);
  return html`<ul class="menu">
    ${item("seats")} ${sight.phrases.length && mine ? item("talk") : nothing}
    ${
      several
        ? html`<li>
            <button type="button" @click=${() => [acts.send({ type: "hide_hands" }), acts.open("")]}>
              ${words.text("page.table.hide")}
            </button>
          </li>`
        : nothing
    }
    <li><a href="/t/${sight.table_id}/replay">${words.text("page.table.replay")}</a></li>
    ${
      open
        ? html`<li>
            <a href="/t/${sight.table_id}/record.json" download>${words.text("page.table.record")}</a>
          </li>`
        : nothing
    }
    ${sight.is_over ? item("result") : nothing} ${mine && !sight.is_over ? item("resign") : nothing}
    <li><a href="/">${words.text("page.table.home")}</a></li>
  </ul>`;
}

/** @type {Content} */
function seats({ sight, bots, words }, desk, acts) {
  return html`<ul class="seating">
    ${sight.seats.map((seat, number) => {
      const state = seat.occupant !== "human" ? "bot" : seat.is_present ? "here" : "away";
      return html`<li>
        <b>${desk.name(number)}</b>
        <small>${words.text(`page.table.seat.${seat.is_own ? "mine" : state}`)}</small>
        ${sight.is_over ? nothing : html`<div class="row">${seatActs(number)}</div>`}
      </li>`;
    })}
  </ul>
  ${sight.is_host ? links() : nothing}`;

  function links() {
    const [now, then] = sight.links_enabled ? ["on", "off"] : ["off", "on"];
    return html`<p>${words.text(`page.table.links.are.${now}`)}</p>
      <button type="button" @click=${() => acts.send({ type: "set_links", enabled: !sight.links_enabled })}>
        ${words.text(`page.table.links.${then}`)}
      </button>`;
  }

  /** @param {number} number */
  function seatActs(number) {
    const seat = sight.seats[number];
    const people = seat.occupant === "human";
    return html`${
      !sight.links_enabled || (seat.is_own && sight.own_seats.length === 1)
        ? nothing
        : html`<button type="button" @click=${() => acts.send({ type: "create_invitation", seat: number })}>
            ${words.text("page.table.invite")}
          </button>`
    }
    ${
      people && (seat.is_vacant || (seat.is_own && sight.own_seats.length > 1))
        ? bots.map(
            (who) =>
              html`<button
                type="button"
                @click=${() => acts.send({ type: "assign_seat", seat: number, occupant: who })}
              >
                ${words.text("page.table.assign_bot", { who: botName(who) })}
              </button>`,
          )
        : nothing
    }
    ${
      people
        ? nothing
        : html`<button
            type="button"
            @click=${() => acts.send({ type: "assign_seat", seat: number, occupant: "human" })}
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
  return html`<p>${words.text("page.table.invitation.text")}</p>
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
 * A QR code of lines of ones and zeros.
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
function odds({ game, view, words }, desk) {
  const chances = game.odds(view);
  if (!chances.length) return html`<p>${words.text("page.table.odds.none")}</p>`;
  const most = chances[0].chance;
  return html`<p>${words.text("page.table.odds.text")}</p>
    <ul class="odds">
      ${chances.map(
        ({ card, chance }) =>
          html`<li>
            <img src=${desk.picture(card, 0)} alt="" />
            <span>${words.card(card)}</span>
            <meter max=${most} value=${chance} aria-hidden="true"></meter>
            <b>${words.percent(chance, chance < 0.1 ? 1 : 0)}</b>
          </li>`,
      )}
    </ul>`;
}

/** @type {Content} */
function hint({ words }, _desk, acts) {
  return html`<p>${words.text("page.hint.text")}</p>
    <p>${words.text("page.hint.unranked")}</p>
    <div class="row">
      <button type="button" class="first" @click=${() => acts.hint(true)}>
        ${words.text("page.hint.accept")}
      </button>
      <button type="button" @click=${() => acts.open("")}>${words.text("page.hint.decline")}</button>
    </div>`;
}

/** @type {Content} */
function help({ sight, words }) {
  return html`${sight.help.map((text) => html`<p>${text}</p>`)}
    <p>
      <a class="button first" href="/rules/${sight.game}" target="_blank"
        >${words.text("page.table.rules")}</a
      >
    </p>
    <h3>${words.text("page.table.keys")}</h3>
    <dl class="keys">
      ${KEYS.map((key) => {
        const name = `page.table.key.${key}`;
        return html`<dt><kbd>${words.has(name) ? words.text(name) : key}</kbd></dt>
          <dd>${words.text(`page.table.keys.${key}`)}</dd>`;
      })}
    </dl>`;
}

/** @type {Content} */
function story({ story: sentences }) {
  return html`<ol class="tale">
    ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
  </ol>`;
}

/** @type {Content} */
function talk({ sight, words }, _desk, acts) {
  return html`<ul class="menu">
    ${sight.phrases.map(
      (phrase) =>
        html`<li>
          <button type="button" @click=${() => [acts.send({ type: "send_phrase", phrase }), acts.open("")]}>
            ${spoken(phrase, words)}
          </button>
        </li>`,
    )}
  </ul>`;
}

/** @type {Content} */
function resign({ words }, _desk, acts) {
  return html`<p>${words.text("page.table.resign.text")}</p>
    <div class="row">
      <button
        type="button"
        class="armed"
        @click=${() => [acts.send({ type: "resign" }), acts.open("")]}
      >
        ${words.text("page.table.resign.yes")}
      </button>
      <button type="button" @click=${() => acts.open("")}>
        ${words.text("page.table.resign.no")}
      </button>
    </div>`;
}

/**
 * @param {import("./protocol.js").TableView} sight
 * @param {import("./i18n.js").Words} words
 * @param {Acts} acts
 */
export function rematch({ rematch_table_id: next, own_seats: mine }, words, acts) {
  if (next) {
    return html`<a class="button first" href="/t/${next}">${words.text("page.table.next")}</a>`;
  }
  if (!mine.length) return nothing;
  return html`<button type="button" class="first" @click=${() => acts.send({ type: "rematch" })}>
    ${words.text("page.table.rematch")}
  </button>`;
}

/** @type {Content} */
function result({ sight, words }, desk, acts) {
  return html`<p class="ending">${sight.result_text}</p>
    ${sight.unranked ? html`<p>${words.text("page.table.practice.text")}</p>` : nothing}
    <div class="row">
      ${
        sight.kind === "daily"
          ? html`<a class="button first" href="/daily/${sight.game}"
              >${words.text("page.table.daily")}</a
            >`
          : rematch(sight, words, acts)
      }
      <a class="button" href="/t/${sight.table_id}/replay">${words.text("page.table.replay")}</a>
      <a class="button" href="/">${words.text("page.table.home")}</a>
    </div>
    ${
      sight.commitment
        ? html`<details>
            <summary>${words.text("page.table.seed")}</summary>
            <p>${words.text("page.table.seed.text")}</p>
            <p class="number">${sight.seed}</p>
            <p class="number">${sight.commitment}</p>
          </details>`
        : nothing
    }`;
}
