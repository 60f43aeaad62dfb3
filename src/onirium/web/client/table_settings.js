/** Settings of the table in its menu: sound, vibration, animations, routine questions, the pace of the other players. */

import { PACES, pace, setPace } from "./pace.js";
import { choosePreference } from "./preference_switch.js";
import { preferences } from "./preferences.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./i18n.js").Words} Words */

/**
 * @param {import("./types.js").Model} model
 * @param {Words} words
 * @param {Handlers} handlers
 */
export function tableSettings({ tableView, game }, words, handlers) {
  const routine = game.routineLabel?.(tableView.options, words);
  return html`<div class="settings">
    ${toggle("sound", words, handlers)} ${preferences().sound ? volume(words) : nothing}
    ${"vibrate" in navigator ? toggle("vibration", words, handlers) : nothing}
    ${toggle("motion", words, handlers)} ${routine ? toggle("routine", words, handlers, routine) : nothing}
    ${tableView.seats.length > 1 ? paces(words, handlers) : nothing}
  </div>`;
}

/**
 * @param {"sound" | "vibration" | "motion" | "routine"} name
 * @param {Words} words
 * @param {Handlers} handlers
 * @param {string} label
 */
function toggle(name, words, handlers, label = words.text(`page.table.${name}`)) {
  const isOn = preferences()[name];
  return html`<button
    type="button"
    role="switch"
    class="switch"
    data-preference=${name}
    aria-checked=${isOn}
    @click=${() => {
      choosePreference(name, !isOn);
      handlers.refresh();
    }}
  >
    <span>${label}</span><i aria-hidden="true"></i>
  </button>`;
}

/** @param {Words} words */
function volume(words) {
  return html`<label class="volume"
    >${words.text("page.table.volume")}
    <input
      type="range"
      min="0"
      max="100"
      step="5"
      .value=${String(preferences().volume * 100)}
      @change=${(/** @type {Event} */ { target }) => {
        if (target instanceof HTMLInputElement) choosePreference("volume", Number(target.value) / 100);
      }}
    />
  </label>`;
}

/**
 * Renders the choice of the time for which events of other players stay.
 *
 * @param {Words} words
 * @param {Handlers} handlers
 */
function paces(words, handlers) {
  return html`<fieldset class="paces">
    <legend>${words.text("page.table.pace")}</legend>
    ${PACES.map(
      (one) =>
        html`<button
          type="button"
          aria-pressed=${one === pace()}
          @click=${() => [setPace(one), handlers.open("")]}
        >
          ${words.text(`page.table.pace.${one}`)}
        </button>`,
    )}
  </fieldset>`;
}
