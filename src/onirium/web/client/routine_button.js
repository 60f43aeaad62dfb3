/** The button that suppresses a routine question. */

import { setPreferences } from "./preferences.js";
import { html, nothing } from "./vendor/lit-html.js";

/** Maximum number of buttons in a row on a phone. */
const MAX_BUTTONS = 3;

/**
 * Renders the button that suppresses a routine question from now on, if there is room.
 *
 * @param {import("./types.js").Model} model
 * @param {import("./types.js").Handlers} handlers
 */
export function routineButton({ game, legalActions, words }, handlers) {
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
