/** Settings of the table in its menu: sound, vibration, the pace of the other players. */

import { PACES, pace, setPace } from "./pace.js";
import { choosePreference } from "./preference_switch.js";
import { preferences } from "./preferences.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Handlers} Handlers */
/** @typedef {import("./i18n.js").Words} Words */

/**
 * @param {import("./types.js").TableView} tableView
 * @param {Words} words
 * @param {Handlers} handlers
 */
export function tableSettings(tableView, words, handlers) {
  return html`<div class="settings">
    ${toggle("sound", words, handlers)} ${preferences().sound ? volume(words) : nothing}
    ${"vibrate" in navigator ? toggle("vibration", words, handlers) : nothing}
    ${toggle("motion", words, handlers)} ${hasSpells(tableView) ? toggle("spells", words, handlers) : nothing}
    ${tableView.seats.length > 1 ? paces(words, handlers) : nothing}
  </div>`;
}

/** @param {import("./types.js").TableView} tableView */
function hasSpells({ options }) {
  const expansions = /** @type {string[]} */ (options.expansions ?? []);
  return expansions.includes("book");
}

/**
 * @param {"sound" | "vibration" | "motion" | "spells"} name
 * @param {Words} words
 * @param {Handlers} handlers
 */
function toggle(name, words, handlers) {
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
    <span>${words.text(`page.table.${name}`)}</span><i aria-hidden="true"></i>
  </button>`;
}

/** @param {Words} words */
function volume(words) {
  return html`<label class="volume"
    >${words.text("page.table.volume")}
    <input
      type="range"
      min="0"
      max="1"
      step="0.05"
      .value=${String(preferences().volume)}
      @change=${(/** @type {Event} */ { target }) => {
        if (target instanceof HTMLInputElement) choosePreference("volume", Number(target.value));
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
