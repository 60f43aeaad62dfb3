/** The table page, rendered from the model. */

import { hintPanel } from "./hint_view.js";
import { CardWidgets } from "./card_widgets.js";
import { dialogs } from "./dialogs.js";
import { classNames } from "./elements.js";
import { ending, mood } from "./ending.js";
import { icon } from "./icons.js";
import { logLine } from "./log_line.js";
import { questionSection } from "./question_view.js";
import { lastTurnEnd, nameSpeaker } from "./seat_names.js";
import { hasListeners, seats } from "./seats.js";
import { html, nothing } from "./vendor/lit-html.js";
import { pathTo } from "./host.js";

/** Sentences about the others while the device changes hands. */
const RECAP_LENGTH = 6;

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./types.js").Model} Model */

/**
 * Renders a table. It is an application: screen readers pass its keys on.
 *
 * @param {Model} model
 * @param {Handlers} handlers
 */
export function tablePage(model, handlers) {
  const { tableView, words } = model;
  const widgets = new CardWidgets(model, handlers);
  const { view, game } = model;
  const keys = ["r", "?"].map((key) => `${key}: ${words.text(`page.table.keys.${key}`)}`);
  return html`
    <div
      role="application"
      aria-label=${[words.text("name"), ...keys].join("; ")}
      class="stage ${game.stage(view)} ${mood(model)} ${stateOfStage(model)}"
      ?inert=${tableView.handover_seat >= 0}
    >
      ${header(model, widgets, handlers)} ${widgets.surface(game.table(view, widgets))}
      <div class="dock">
        ${logLine(model, widgets)} ${dock(model, widgets, handlers)} ${ending(model, widgets, handlers)}
      </div>
    </div>
    ${tableView.handover_seat >= 0 ? cover(model, widgets) : nothing}
    ${dialogs(model, widgets, handlers)}
    <p class="notice">${model.notice}</p>
    <p class="connection-status" role="status">${connectionText(model)}</p>
  `;
}

/** @param {Model} model */
function connectionText({ connectionStatus, words }) {
  return connectionStatus === "open" ? "" : words.text(`page.table.connection.${connectionStatus}`);
}

/**
 * @param {Model} model
 * @param {CardWidgets} widgets
 * @param {Handlers} handlers
 */
function header(model, widgets, handlers) {
  const { tableView, words, game, view } = model;
  const tally = game.tally?.(view, widgets);
  const canChat = tableView.phrases.length > 0 && hasListeners(tableView);
  /** @param {"odds" | "help" | "menu" | "narration" | "chat"} name */
  const opens = (name) =>
    html`<button
      type="button"
      class="tool ${name}"
      title=${words.text(`page.table.${name}`)}
      @click=${() => handlers.open(name)}
    >
      ${icon(name)}
    </button>`;
  const undo = words.text(
    tableView.takeback ? `page.table.undo.${tableView.takeback}` : "page.table.undo",
  );
  return html`<header class="bar">
    <a class="tool" href=${pathTo("/")} aria-label=${words.text("page.table.home")}>${icon("home")}</a>
    <h1>${words.text("name")}</h1>
    ${tally ? html`<span class="tally">${tally}</span>` : nothing}
    ${tableView.seats.length > 1 ? seats(model, widgets, handlers) : nothing}
    ${
      tableView.unranked && tableView.kind !== "tutorial"
        ? html`<span class="mark">${words.text("page.table.unranked")}</span>`
        : nothing
    }
    <span class="gap"></span>
    <button
      type="button"
      class="tool"
      title=${undo}
      aria-disabled=${!tableView.takeback}
      @click=${() => handlers.takeBack()}
    >
      ${icon("undo")}
    </button>
    ${canChat ? opens("chat") : nothing} ${opens("odds")} ${opens("narration")} ${opens("help")} ${opens("menu")}
  </header>`;
}

/**
 * Returns the classes of the stage that change its places.
 *
 * @param {Model} model
 */
function stateOfStage({ tableView, showsResult, hint }) {
  return classNames({
    ended: tableView.is_over && showsResult,
    taught: Boolean(tableView.tutorial),
    hinted: Boolean(hint),
  });
}

/**
 * @param {Model} model
 * @param {CardWidgets} widgets
 * @param {Handlers} handlers
 */
function dock(model, widgets, handlers) {
  const { game, view, tableView } = model;
  const hand = game.hand(view, widgets);
  return html`
    ${tableView.tutorial ? tutorialText(tableView.tutorial, model) : nothing}
    ${tableView.takeback_request ? takeback(model, widgets, handlers) : nothing}
    ${questionSection(model, widgets, handlers)}
    <div class="tips">
      ${hintPanel(model)}
      ${tableView.hint && model.legalActions.length ? hintButton(model, handlers) : nothing}
    </div>
    <div class="panel">${game.panel?.(view, widgets) ?? nothing}${others(widgets)}</div>
    ${hand}
  `;
}

/**
 * @param {Model} model
 * @param {Handlers} handlers
 */
function hintButton({ tableView, hint, awaitsHint, words }, handlers) {
  const label = words.text(
    tableView.hint === "free" ? "page.table.hint" : "page.table.hint.unranked",
  );
  const isThinking = hint ? !hint.complete : awaitsHint;
  return html`<button
    type="button"
    class="tool hint ${isThinking ? "thinking" : ""}"
    title=${label}
    aria-pressed=${Boolean(hint)}
    @click=${() => handlers.hint()}
  >
    ${icon("hint")}
  </button>`;
}

/**
 * @param {import("./protocol.js").TutorialStep} step
 * @param {Model} model
 */
function tutorialText({ text, index, count }, { words }) {
  return html`<div class="bubble">
    <p>${text}</p>
    <progress max=${count} value=${index} aria-hidden="true"></progress>
    <a href=${pathTo("/")}>${words.text("page.table.tutorial.skip")}</a>
  </div>`;
}

/**
 * @param {Model} model
 * @param {CardWidgets} widgets
 * @param {Handlers} handlers
 */
function takeback({ tableView, words }, widgets, handlers) {
  const { takeback_request: request, own_seats: mine } = tableView;
  if (!request) return nothing;
  if (mine.includes(request.seat))
    return html`<div class="asked">
      <p>${words.text("page.table.takeback.pending")}</p>
      <button type="button" @click=${() => handlers.withdrawTakeback()}>
        ${words.text("page.table.takeback.withdraw")}
      </button>
    </div>`;
  const question = words.text("page.table.takeback", { player: widgets.name(request.seat) });
  if (!request.awaits_viewer) return html`<p class="asked">${question}</p>`;
  /** @param {boolean} yes */
  const answer = (yes) =>
    html`<button
      type="button"
      @click=${() => handlers.send({ type: "answer_takeback", accept: yes })}
    >
      ${words.text(yes ? "page.table.takeback.accept" : "page.table.takeback.decline")}
    </button>`;
  return html`<div class="asked">
    <p>${question}</p>
    ${answer(true)} ${answer(false)}
  </div>`;
}

/**
 * Renders the cards of legal actions that the table does not show.
 *
 * @param {CardWidgets} widgets
 */
function others(widgets) {
  const zones = new Set(widgets.legalActions.map(({ card, zone }) => (card ? zone : "")));
  return [...zones]
    .filter((zone) => zone && !widgets.renderedZones.has(zone))
    .map((zone) => {
      const offering = new Set(
        widgets.legalActions
          .filter((legalAction) => legalAction.zone === zone)
          .map(({ card }) => card),
      );
      const lying = (widgets.model.placed.get(zone) ?? [])
        .map(({ card }) => card)
        .filter((card) => offering.has(card));
      const picked = lying.length ? lying : [...offering];
      return html`<div class="fan pick" .style=${`--n: ${picked.length}`}>
        ${widgets.cards(zone, picked)}
      </div>`;
    });
}

/**
 * Returns what the others have done since the turn of the player who takes the device, as everybody
 * may know it.
 *
 * @param {Pick<Model, "tableView" | "words">} model
 */
export function recap({ tableView, words }) {
  // The sentences for a seat may name its cards.
  if (tableView.own_seats.includes(tableView.viewed_seat)) return [];
  const { handover_seat: seat, narration } = tableView;
  const sentences = narration.map(({ text }) => text);
  const since = Math.max(0, lastTurnEnd({ tableView, words }, sentences, seat));
  return sentences.slice(since).slice(-RECAP_LENGTH).map((text) => nameSpeaker({ tableView, words }, text));
}

/**
 * @param {Model} model
 * @param {CardWidgets} widgets
 */
function cover({ tableView, words }, widgets) {
  const player = widgets.name(tableView.handover_seat);
  return html`<div
    class="cover"
    role="dialog"
    aria-modal="true"
    aria-label=${words.text("page.table.pass_device", { player })}
    aria-describedby="recap"
  >
    <p>${words.text("page.table.pass_device", { player })}</p>
    <ul id="recap" class="recap">
      ${recap({ tableView, words }).map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
    <button type="button" class="hold" data-hold=${tableView.handover_seat}>
      ${words.text("page.table.hold_to_show")}
    </button>
  </div>`;
}
