/** The page on which a game is looked at again: a function of the replay. */

import { balance, curves, verdict } from "./analysis_view.js";
import { Desk } from "./card_widgets.js";
import { felt } from "./table_surface.js";
import { NOTHING } from "./selection.js";
import { icon } from "./icons.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./analysis_model.js").Findings} Findings */
/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./types.js").Model} Model */

/** Whoever looks with all eyes sees all cards. */
export const OPEN = "open";

/** @param {Replay} replay */
export function page(replay) {
  const { words, game } = replay.setting;
  const { view } = replay;
  const desk = new Desk(modelOf(replay), IDLE);
  const step = replay.steps[replay.place];
  const shown = replay.findings ? shownOf(replay, replay.findings, desk) : null;
  return html`<header class="bar">
      <a class="tool" href="/history" aria-label=${words.text("page.table.replay.leave")}
        >${icon("home")}</a
      >
      <h1>${words.text("page.table.replay")}</h1>
      <span class="gap"></span>
      ${eyes(replay, desk)}
    </header>
    ${felt(game.table(view, desk), words)}
    <div class="dock">
      <div class="panel">${game.panel?.(view, desk) ?? nothing}</div>
      <div class="beside">
        ${
          shown && replay.tells
            ? html`<section
                class="findings"
                id="findings"
                tabindex="0"
                aria-label=${words.text("page.analysis.show")}
              >
                ${balance(shown)}
              </section>`
            : nothing
        }
        <div class="news" role="log" aria-live="polite">
          ${step.narration.slice(-4).map((sentence) => html`<p>${sentence}</p>`)}
        </div>
      </div>
      <div class="replaying">
        ${shown ? curves(shown, (place) => [replay.stop(), replay.go(place)]) : nothing}
        ${slider(replay)}
        <div class="row">${controls(replay)} ${offers(replay)}</div>
        ${shown ? html`<p class="verdict">${verdict(shown)}</p>` : nothing}
        ${replay.broken ? html`<p role="alert">${words.text("page.analysis.failed")}</p>` : nothing}
      </div>
      ${game.hand(view, desk)}
    </div>`;
}

/**
 * @param {Replay} replay
 * @param {Findings} findings
 * @param {Desk} desk
 * @returns {import("./analysis_view.js").Shown}
 */
function shownOf({ setting, sight, steps, place, eyes }, findings, desk) {
  const names = sight.seats.map((_, seat) => desk.name(seat));
  return {
    findings,
    kept: steps.map(({ action_count: count }) => count),
    place,
    seat: eyes === OPEN ? (sight.own_seats[0] ?? 0) : Number(eyes),
    // As the boards have it: several computer players may bear one name.
    name: (seat) =>
      names.indexOf(names[seat]) === names.lastIndexOf(names[seat])
        ? names[seat]
        : `${seat + 1} ${names[seat]}`,
    words: setting.words,
  };
}

/** @param {Replay} replay */
function slider(replay) {
  return html`<input
    type="range"
    min="0"
    max=${replay.steps.length - 1}
    .value=${String(replay.place)}
    aria-label=${replay.setting.words.text("page.table.replay.slider")}
    aria-valuetext=${placeOf(replay)}
    @input=${(/** @type {Event} */ event) => {
      replay.stop();
      if (event.target instanceof HTMLInputElement) replay.go(Number(event.target.value));
    }}
  />`;
}

/** @param {Replay} replay */
function placeOf({ setting, place, steps }) {
  const all = steps.length - 1;
  return setting.words.text("page.table.replay.step", { number: place, all });
}

/** @param {Replay} replay */
function controls(replay) {
  const { words } = replay.setting;
  const { place, steps } = replay;
  const last = steps.length - 1;
  /**
   * @param {"first" | "back" | "next" | "last"} name
   * @param {number} to
   */
  const goes = (name, to) =>
    html`<button
      type="button"
      class="tool to-${name}"
      aria-label=${words.text(`page.table.replay.${name}`)}
      aria-disabled=${to < 0 || to > last || to === place}
      @click=${() => [replay.stop(), replay.go(to)]}
    >
      ${icon(name)}
    </button>`;
  return html`<div class="transport">
    ${goes("first", 0)} ${goes("back", place - 1)}
    <button type="button" class="first" @click=${() => replay.play()}>
      ${words.text(replay.timer ? "page.table.replay.stop" : "page.table.replay.play")}
    </button>
    ${goes("next", place + 1)} ${goes("last", last)}
    <output>${placeOf(replay)}</output>
    ${link(replay)}
  </div>`;
}

/** @param {Replay} replay */
function link(replay) {
  const key = replay.copied ? "page.table.replay.copied" : "page.table.replay.link";
  const label = replay.setting.words.text(key);
  return html`<button
    type="button"
    class="tool"
    aria-label=${label}
    title=${label}
    @click=${() => replay.copy()}
  >
    ${icon(replay.copied ? "done" : "link")}
  </button>`;
}

/**
 * What can be done with the game: to have it analysed, and to play on from the place looked at.
 *
 * @param {Replay} replay
 */
function offers(replay) {
  const { sight } = replay;
  return html`${sight.is_over && sight.can_analyse ? analysing(replay) : nothing}
  ${sight.is_over || sight.seats.length === 1 ? goOn(replay) : nothing}`;
}

/** @param {Replay} replay */
function analysing(replay) {
  const { words } = replay.setting;
  if (replay.findings) {
    return html`<button
      type="button"
      aria-expanded=${replay.tells}
      aria-controls="findings"
      @click=${() => replay.fold()}
    >
      ${icon("chart")} ${words.text("page.analysis.show")}
    </button>`;
  }
  if (!replay.progress) {
    return html`<button type="button" class="analyse" @click=${() => replay.analyse()}>
      ${icon("chart")} ${words.text("page.analysis.analyse")}
    </button>`;
  }
  const { done, all } = replay.progress;
  return html`<label class="progress"
    ><progress max=${all || 1} value=${done}></progress>
    ${words.text("page.analysis.progress", { done, all })}</label
  >`;
}

/**
 * Plays a variation: the game goes on from here at a table of its own.
 *
 * @param {Replay} replay
 */
function goOn({ setting, steps, place, sight }) {
  if (place === steps.length - 1 && sight.resigned_seat < 0) return nothing;
  return html`<form method="post" action="/t/${setting.table}/continue">
    <input type="hidden" name="from" .value=${String(steps[place].action_count)} />
    <button>${setting.words.text("page.table.replay.continue")}</button>
  </form>`;
}

/**
 * @param {Replay} replay
 * @param {Desk} desk
 */
function eyes(replay, desk) {
  const { sight, setting } = replay;
  const seats = sight.is_over ? sight.seats.map((_, seat) => seat) : sight.own_seats;
  if (sight.seats.length === 1) return nothing;
  return html`<label class="eyes"
    ><span class="unseen">${setting.words.text("page.table.replay.viewpoint")}</span>
    <select
      @change=${(/** @type {Event} */ event) => {
        if (event.target instanceof HTMLSelectElement) replay.look(event.target.value);
      }}
    >
      ${
        sight.is_over
          ? html`<option value=${OPEN} ?selected=${replay.eyes === OPEN}>
              ${setting.words.text("page.table.replay.all_seats")}
            </option>`
          : nothing
      }
      ${seats.map(
        (seat) =>
          html`<option value=${seat} ?selected=${replay.eyes === String(seat)}>
            ${desk.name(seat)}
          </option>`,
      )}
    </select></label
  >`;
}

const nobody = () => {};

/** @type {import("./types.js").Acts} */
const IDLE = {
  tap: nobody,
  lift: nobody,
  choose: nobody,
  aim: nobody,
  gather: nobody,
  putDown: nobody,
  send: nobody,
  open: nobody,
  skip: nobody,
  hint: nobody,
};

/**
 * @param {Replay} replay
 * @returns {Model}
 */
function modelOf({ setting, sight, view, placed }) {
  return {
    ...setting,
    sight,
    view,
    placed,
    choices: [],
    story: [],
    held: NOTHING,
    line: "open",
    dialog: "",
    invitation: null,
    hint: null,
    notice: "",
    spoken: { polite: [], urgent: "" },
    said: [],
    busy: false,
  };
}
