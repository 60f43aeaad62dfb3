/** The end of a game on the stage: its outcome, its figures, and the next steps. */

import { nameSpeaker } from "./seat_names.js";
import { html, nothing } from "./vendor/lit-html.js";
import { pathTo } from "./host.js";

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./types.js").Model} Model */

/**
 * Returns the mood of the stage at the end: dawn after a win, a nightmare after a loss.
 *
 * @param {Model} model
 * @returns {"" | "won" | "lost"}
 */
export function mood({ tableView: { is_over: isOver, own_seats: seats, results }, busy }) {
  if (!isOver || busy) return "";
  const own = seats.length ? seats.map((seat) => results[seat]) : results;
  return own.includes("won") ? "won" : "lost";
}

/**
 * @param {Model} model
 * @param {import("./card_widgets.js").CardWidgets} widgets
 * @param {Handlers} handlers
 */
export function ending(model, widgets, handlers) {
  const { tableView, words, game, view, showsResult } = model;
  if (!tableView.is_over || !showsResult) return nothing;
  const isRepeatable = tableView.can_repeat && mood(model) === "lost";
  const own = `page.ending.${tableView.game}.${mood(model) || "lost"}`;
  const title = words.text(tableView.own_seats.length ? own : "page.table.result");
  return html`<section class="end" aria-labelledby="end-title">
    <h2 id="end-title">${title}</h2>
    <p class="ending">${outcome(model)}</p>
    <ul class="figures">
      ${game
        .figures(view, widgets)
        .map(({ number, label }) => html`<li><b>${number}</b> ${label}</li>`)}
    </ul>
    <div class="choices">
      ${
        isRepeatable
          ? html`<button class="first" form="repeat">${words.text("page.table.repeat")}</button>`
          : nothing
      }
      ${
        tableView.kind === "daily"
          ? html`<a class="button first" href=${pathTo(`/daily/${tableView.game}`)}
              >${words.text("page.table.daily")}</a
            >`
          : rematchButton(tableView, words, handlers, isRepeatable ? "" : "first")
      }
      <a class="button" href=${pathTo(`/t/${tableView.table_id}/replay`)}
        >${words.text("page.table.replay")}</a
      >
      <button type="button" @click=${() => handlers.putDown()}>
        ${words.text("page.ending.look")}
      </button>
    </div>
    <form
      id="repeat"
      method="post"
      action=${pathTo(`/t/${tableView.table_id}/repeat`)}
      hidden
    ></form>
    <div class="fine">
      ${tableView.unranked ? html`<p class="label">${words.text("page.table.unranked.text")}</p>` : nothing}
      ${tableView.seed ? proof(model) : nothing}
    </div>
  </section>`;
}

/**
 * Returns how the game ended, to its winner in the second person.
 *
 * @param {Model} model
 */
export function outcome(model) {
  const { tableView, words, game, view } = model;
  const { result_text: text, own_seats: mine } = tableView;
  const player = mine.length === 1 ? words.text("player", { number: mine[0] + 1 }) : "";
  if (player && mood(model) === "won" && text.startsWith(player)) {
    return words.text(`page.ending.${tableView.game}.own`);
  }
  return game.outcome?.(view, model) || nameSpeaker(model, text);
}

/**
 * Returns the outcome and the figures for screen readers.
 *
 * @param {Model} model
 * @param {import("./card_widgets.js").CardWidgets} widgets
 */
export function spokenResult(model, widgets) {
  const figures = model.game.figures(model.view, widgets);
  return `${outcome(model)} ${figures.map(({ number, label }) => `${number} ${label}`).join(", ")}.`;
}

/** @param {Model} model */
function proof({ tableView, words }) {
  return html`<details>
    <summary>${words.text("page.table.seed")}</summary>
    <div>
      <p>${words.text("page.table.seed.text")}</p>
      <p class="digest">${tableView.seed}</p>
      <p class="digest">${tableView.commitment}</p>
    </div>
  </details>`;
}

/**
 * Returns the button of a new game with the same people, or the link to it.
 *
 * @param {import("./protocol.js").TableView} tableView
 * @param {import("./i18n.js").Words} words
 * @param {Handlers} handlers
 * @param {string} [className]
 */
export function rematchButton(
  { rematch_table_id: next, own_seats: mine },
  words,
  handlers,
  className = "first",
) {
  if (next) {
    return html`<a class="button ${className}" href=${pathTo(`/t/${next}`)}
      >${words.text("page.table.next")}</a
    >`;
  }
  if (!mine.length) return nothing;
  return html`<button
    type="button"
    class=${className}
    @click=${() => handlers.send({ type: "rematch" })}
  >
    ${words.text("page.table.rematch")}
  </button>`;
}
