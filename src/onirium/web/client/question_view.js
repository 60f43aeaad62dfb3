/** The question, and the buttons that answer it. */

import { classNames } from "./elements.js";
import { outcome, rematchButton } from "./ending.js";
import { invitationButton } from "./first_invitation.js";
import { valueBadge } from "./hint_view.js";
import { icon } from "./icons.js";
import { setPreferences } from "./preferences.js";
import { replacementButton, returnButton, seatGivenAway } from "./seats.js";
import { EMPTY_SELECTION, buttonActions } from "./selection.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./card_widgets.js").CardWidgets} CardWidgets */
/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./types.js").Model} Model */

/** The letters of a note that fills more than two lines of a narrow action. */
const LONG_NOTE = 36;

/** Maximum number of buttons in a row on a phone. */
const MAX_BUTTONS = 3;

/**
 * Renders the state of the turn, the question and its answers.
 *
 * @param {Model} model
 * @param {CardWidgets} widgets
 * @param {Handlers} handlers
 */
export function questionSection(model, widgets, handlers) {
  const { game, view } = model;
  return html`<section class="ask">
    ${game.turn?.(view, widgets) ?? nothing}
    <p class="prompt"><span>${prompt(model, widgets)}</span> ${cardReminder(model)}</p>
    <div class="choices">${answers(model, handlers)}</div>
  </section>`;
}

/**
 * @param {Model} model
 * @param {CardWidgets} widgets
 */
function prompt(model, widgets) {
  const { tableView, view, words, legalActions, busy } = model;
  if (tableView.is_over && !busy) return outcome(model);
  if (legalActions.length) return selectionPrompt(model, widgets) || question(model, widgets);
  const mover = tableView.seats[view.player];
  if (mover?.is_open) return words.text("page.table.waiting_for_friend");
  if (mover && view.player !== tableView.viewed_seat) {
    const player = widgets.name(view.player);
    if (mover.is_vacant && !mover.is_own) return `${player} ${words.text("page.table.vacant")}`;
    const isWatching = !tableView.own_seats.length && seatGivenAway(tableView) < 0;
    const key = isWatching ? "watching" : "waiting_for";
    return words.text(`page.table.${key}`, { player });
  }
  return "\u00a0";
}

/**
 * Returns the question, with the name of the player whom it asks if several share the device. No
 * line ends with the first word after a colon.
 *
 * @param {Model} model
 * @param {CardWidgets} widgets
 */
function question({ tableView, view }, widgets) {
  const asked = tableView.prompt.replace(/(: \S+) /, "$1\u00a0");
  if (tableView.own_seats.length < 2) return asked;
  return html`<b class="whom">${widgets.name(view.player)}:</b> ${asked}`;
}

/**
 * Returns the prompt for the selected cards: a warning, a request for more cards, or the reason why one
 * is of no use.
 *
 * @param {Model} model
 * @param {CardWidgets} widgets
 */
export function selectionPrompt({ selection, legalActions, words }, widgets) {
  const { armed, gathered, lifted } = selection;
  if (armed >= 0) return legalActions.find(({ action }) => action === armed)?.warning ?? "";
  if (gathered.length) return words.text("page.table.select_more");
  return (lifted && widgets.isSpare(lifted) && promptFor(lifted, widgets)) || "";
}

/**
 * Renders a reminder that lit cards are answers too, if there are also buttons without a card; it
 * keeps its place while a card is lifted.
 *
 * @param {Model} model
 */
function cardReminder({ selection, legalActions, words, game }) {
  const isOpen = !selection.lifted && !selection.gathered.length && selection.armed < 0;
  const isButton = (/** @type {LegalAction} */ { card, kind }) =>
    !card && !game.silentKinds?.includes(kind);
  return legalActions.some(isButton) && legalActions.some(({ card }) => card)
    ? html`<small aria-hidden="true" ?hidden=${!isOpen}><span>${words.text("page.table.or_card")}</span></small>`
    : nothing;
}

/**
 * Returns the prompt for a lifted card that cannot be used as it is.
 *
 * @param {import("./types.js").CardRef} lifted
 * @param {CardWidgets} widgets
 */
function promptFor(lifted, widgets) {
  const { words, game, view } = widgets.model;
  const isLegal = widgets.actionsOfCard(lifted.zone, lifted.card).length > 0;
  const said = game.promptFor?.(view, lifted, words, isLegal);
  if (said || isLegal) return said;
  const known = words.has(`card.${lifted.card}`);
  return known ? words.text("page.table.unusable", { card: words.card(lifted.card) }) : "";
}

/**
 * Renders the buttons of the actions, and of what else the viewer can do now.
 *
 * @param {Model} model
 * @param {Handlers} handlers
 */
function answers(model, handlers) {
  const { selection, words, game, tableView, busy, skippable } = model;
  if (busy) {
    if (!skippable) return nothing;
    return html`<button type="button" @click=${() => handlers.skip()}>
      ${icon("skip")} ${words.text("page.table.skip")}
    </button>`;
  }
  if (tableView.is_over) {
    return html`${rematchButton(tableView, words, handlers)}
      <button type="button" @click=${() => handlers.open("result")}>
        ${words.text("page.table.result")}
      </button>`;
  }
  if (selection.gathered.length) return gatheringAnswers(model, handlers);
  const others =
    selection.lifted && !selection.aimed ? buttonActions(EMPTY_SELECTION, model.legalActions) : [];
  const shown = [...buttonActions(selection, model.legalActions), ...others].filter(
    ({ kind }) => !game.silentKinds?.includes(kind),
  );
  return html`${shown.map((legalAction, index) => actionButton(legalAction, index, model, handlers))}
  ${routineButton(model, handlers)} ${invitationButton(model, handlers)}
  ${replacementButton(model, handlers)} ${returnButton(model, handlers)}`;
}

/**
 * @param {Model} model
 * @param {Handlers} handlers
 */
function gatheringAnswers({ selection, words, game, view }, handlers) {
  const key = game.gatherTextKey ?? "page.table.take_cards";
  const { length } = selection.gathered;
  const note = game.gatherNote?.(length, words, view);
  // A single card is not worth it yet.
  return html`<button
      type="button"
      class=${length > 1 ? "first" : ""}
      @click=${() => handlers.gather()}
    >
      ${words.count(key, length)}${note ? html`<small>${note}</small>` : nothing}
    </button>
    <button type="button" @click=${() => handlers.putDown()}>
      ${words.text("page.table.deselect")}
    </button>`;
}

/**
 * @param {LegalAction} legalAction
 * @param {number} index
 * @param {Model} model
 * @param {Handlers} handlers
 */
function actionButton(legalAction, index, { selection, hint, words, game }, handlers) {
  const armed = selection.armed === legalAction.action;
  const deliberate = game.deliberateKinds?.includes(legalAction.kind);
  const first = selection.lifted
    ? legalAction.card && index === 0 && !deliberate
    : legalAction.usual;
  const long = (legalAction.note?.length ?? 0) > LONG_NOTE;
  return html`<button
    type="button"
    class=${classNames({ first: Boolean(first), armed, long })}
    data-action=${legalAction.action}
    @click=${() => handlers.choose(legalAction.action)}
  >
    ${armed ? words.text("page.table.confirm") : labelOf(legalAction, words)}
    ${legalAction.note ? html`<small>${legalAction.note}</small>` : nothing}
    ${valueBadge(hint, [legalAction], words)}
  </button>`;
}

/**
 * Renders a label without the name of its card, which everybody sees lifted; screen readers read it.
 *
 * @param {LegalAction} legalAction
 * @param {import("./i18n.js").Words} words
 */
function labelOf({ label, card }, words) {
  const name = card && words.card(card).toLowerCase();
  if (!name || !label.toLowerCase().endsWith(name)) return label;
  const verb = label.slice(0, -name.length).replace(/:?\s*$/, "");
  return html`<span>${verb} <span class="unseen">${label.slice(-name.length)}</span></span>`;
}

/**
 * Renders the button that suppresses a routine question from now on, if there is room.
 *
 * @param {Model} model
 * @param {Handlers} handlers
 */
function routineButton({ game, legalActions, words }, handlers) {
  const [action] = game.routine?.(legalActions) ?? [];
  if (action === undefined || legalActions.length >= MAX_BUTTONS) return nothing;
  return html`<button
    type="button"
    @click=${() => [setPreferences({ routine: false }), handlers.choose(action)]}
  >
    ${words.text("page.table.routine.off")}
    <small>${words.text("page.table.routine.off.note")}</small>
  </button>`;
}
