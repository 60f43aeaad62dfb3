/** The replay page, rendered from the replay. */

import { curves, luckAndPlay, verdict } from "./analysis_view.js";
import { CardWidgets } from "./card_widgets.js";
import { icon } from "./icons.js";
import { idleModel } from "./idle_model.js";
import { isLocalSite, pathTo } from "./host.js";
import { html, nothing } from "./vendor/lit-html.js";
import { nameSpeaker } from "./seat_names.js";

/** @typedef {import("./analysis_model.js").GameAnalysis} GameAnalysis */
/** @typedef {import("./replay.js").Replay} Replay */
/** @typedef {import("./types.js").Model} Model */

/** Value of the selector that shows all cards. */
export const ALL_SEATS = "open";

/** @param {Replay} replay */
export function replayPage(replay) {
  const { words, game } = replay.setting;
  const { view } = replay;
  const widgets = new CardWidgets(tableModel(replay), handlersOf(replay));
  const step = replay.steps[replay.index];
  const input = replay.analysis ? chartInput(replay, replay.analysis, widgets) : null;
  const explained = input && replay.showsFindings;
  // Live regions speak only changes, and a step may repeat the words of the one before.
  const pause = replay.index % 2 ? "\u00a0" : "";
  return html`${explained ? findings(replay, input) : nothing}
  <div
    class="stage replay ${game.stage(view)} ${explained ? "explained" : ""}"
  >
    <header class="bar">
      <a class="tool" href=${pathTo("/history")} aria-label=${words.text("page.table.replay.leave")}
        >${icon("home")}</a
      >
      <h1>${words.text("page.table.replay")}</h1>
      <span class="gap"></span>
      ${viewpoint(replay, widgets)}
    </header>
    ${widgets.surface(game.table(view, widgets))}
    <div class="dock">
      <div class="panel">${game.panel?.(view, widgets) ?? nothing}</div>
      <div class="beside">
        <div class="step-narration" role="log" aria-live="polite" tabindex="0">
          <div>
            ${step.narration
              .slice(-3)
              .map(({ text }) => html`<p>${nameSpeaker(widgets.model, text)}${pause}</p>`)}
          </div>
        </div>
      </div>
      <div class="ask replaying">
        ${input ? curves(input, (index) => [replay.stop(), replay.go(index)]) : nothing}
        ${slider(replay)}
        <div class="row">${controls(replay)} ${offers(replay)}</div>
        ${input ? html`<p class="verdict" aria-live="polite">${verdict(input)}</p>` : nothing}
        ${replay.problem ? html`<p role="alert">${replay.problem}</p>` : nothing}
      </div>
      ${game.hand(view, widgets)}
    </div>
  </div>`;
}

/**
 * @param {Replay} replay
 * @param {import("./analysis_view.js").ChartInput} input
 */
function findings(replay, input) {
  const label = input.words.text("page.analysis.show");
  return html`<section class="findings" id="findings" tabindex="0" aria-label=${label}>
    ${luckAndPlay(input, (index) => replay.follow(index))}
  </section>`;
}

/**
 * @param {Replay} replay
 * @param {GameAnalysis} analysis
 * @param {CardWidgets} widgets
 * @returns {import("./analysis_view.js").ChartInput}
 */
function chartInput({ setting, tableView, steps, index, viewpoint }, analysis, widgets) {
  return {
    analysis,
    actionCounts: steps.map(({ action_count: count }) => count),
    index,
    seat: viewpoint === ALL_SEATS ? (tableView.own_seats[0] ?? 0) : Number(viewpoint),
    name: (seat) => widgets.name(seat),
    words: setting.words,
  };
}

/** @param {Replay} replay */
function slider(replay) {
  return html`<input
    type="range"
    min="0"
    max=${replay.steps.length - 1}
    .value=${String(replay.index)}
    .style=${`--part: ${replay.index / Math.max(1, replay.steps.length - 1)}`}
    aria-label=${replay.setting.words.text("page.table.replay.slider")}
    aria-valuetext=${stepLabel(replay)}
    @input=${(/** @type {Event} */ event) => {
      replay.stop();
      if (event.target instanceof HTMLInputElement) replay.go(Number(event.target.value));
    }}
  />`;
}

/** @param {Replay} replay */
function stepLabel({ setting, index, steps }) {
  const all = steps.length - 1;
  return setting.words.text("page.table.replay.step", { number: index, all });
}

/** @param {Replay} replay */
function controls(replay) {
  const { words } = replay.setting;
  const { index, steps } = replay;
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
      aria-disabled=${to < 0 || to > last || to === index}
      @click=${() => [replay.stop(), replay.go(to)]}
    >
      ${icon(name)}
    </button>`;
  return html`<div class="transport">
    ${goes("first", 0)} ${goes("back", index - 1)}
    <button type="button" class="first" @click=${() => replay.play()}>
      ${words.text(replay.timer ? "page.table.replay.stop" : "page.table.replay.play")}
    </button>
    ${goes("next", index + 1)} ${goes("last", last)}
    <output aria-live="off">${stepLabel(replay)}</output>
    ${isLocalSite() || !navigator.clipboard ? nothing : link(replay)}
  </div>`;
}

/** @param {Replay} replay */
function link(replay) {
  const key = replay.copied ? "page.table.replay.copied" : "page.table.replay.link";
  const label = replay.setting.words.text(key);
  return html`<button
    type="button"
    class="tool"
    title=${label}
    @click=${() => replay.copy()}
  >
    ${icon(replay.copied ? "done" : "link")}
  </button>`;
}

/**
 * Renders the buttons that analyse the game and continue it from the step shown.
 *
 * @param {Replay} replay
 */
function offers(replay) {
  const { tableView } = replay;
  return html`${tableView.is_over && tableView.can_analyse ? analysing(replay) : nothing}
  ${tableView.is_over || tableView.seats.length === 1 ? goOn(replay) : nothing}`;
}

/** @param {Replay} replay */
function analysing(replay) {
  const { words } = replay.setting;
  if (replay.analysis) {
    return html`<button
      type="button"
      aria-expanded=${replay.showsFindings}
      aria-controls="findings"
      @click=${() => replay.toggleFindings()}
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
  return html`<label class="analysing"
    ><progress tabindex="-1" max=${all || 1} value=${done}></progress>
    ${all ? words.text("page.analysis.progress", { done, all }) : nothing}</label
  >`;
}

/**
 * Form that continues the game from here at a new table.
 *
 * @param {Replay} replay
 */
function goOn({ setting, steps, index, tableView }) {
  if (index === steps.length - 1 && tableView.resigned_seat < 0) return nothing;
  return html`<form method="post" action=${pathTo(`/t/${setting.table}/continue`)}>
    <input type="hidden" name="from" .value=${String(steps[index].action_count)} />
    <button>${setting.words.text("page.table.replay.continue")}</button>
  </form>`;
}

/**
 * @param {Replay} replay
 * @param {CardWidgets} widgets
 */
function viewpoint(replay, widgets) {
  const { tableView, setting } = replay;
  const seats = tableView.is_over ? tableView.seats.map((_, seat) => seat) : tableView.own_seats;
  if (tableView.seats.length === 1) return nothing;
  return html`<label class="eyes"
    ><span class="unseen">${setting.words.text("page.table.replay.viewpoint")}</span>
    <select
      @change=${(/** @type {Event} */ event) => {
        if (event.target instanceof HTMLSelectElement) switchViewpoint(replay, event.target);
      }}
    >
      ${
        tableView.is_over
          ? html`<option value=${ALL_SEATS} ?selected=${replay.viewpoint === ALL_SEATS}>
              ${setting.words.text("page.table.replay.all_seats")}
            </option>`
          : nothing
      }
      ${seats.map(
        (seat) =>
          html`<option value=${seat} ?selected=${replay.viewpoint === String(seat)}>
            ${widgets.name(seat)}
          </option>`,
      )}
    </select></label
  >`;
}

/**
 * Switches the viewed seat to the chosen one; reports a lost connection.
 *
 * @param {Replay} replay
 * @param {HTMLSelectElement} selector
 */
async function switchViewpoint(replay, selector) {
  try {
    await replay.viewFrom(selector.value);
  } catch {
    replay.problem = replay.setting.words.text("page.table.connection.lost");
    replay.draw();
  }
  selector.value = replay.viewpoint;
}

const ignore = () => {};

/**
 * Returns handlers that accept no input; a change of what the table shows is drawn.
 *
 * @param {Replay} replay
 * @returns {import("./types.js").Handlers}
 */
function handlersOf(replay) {
  return {
    tap: ignore,
    lift: ignore,
    choose: ignore,
    aim: ignore,
    gather: ignore,
    putDown: ignore,
    send: ignore,
    open: ignore,
    skip: ignore,
    refresh: () => replay.draw(),
    showNotice: ignore,
    hint: ignore,
    takeBack: ignore,
    withdrawTakeback: ignore,
  };
}

/**
 * @param {Replay} replay
 * @returns {Model}
 */
function tableModel({ setting, tableView, view, placed }) {
  return {
    ...setting,
    ...idleModel(),
    // Who is away now does not matter in a game of the past.
    tableView: {
      ...tableView,
      seats: tableView.seats.map((seat) => ({ ...seat, is_vacant: false })),
    },
    view,
    placed,
    isReplay: true,
  };
}
