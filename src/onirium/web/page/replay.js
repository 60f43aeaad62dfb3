/** A game looked at again: step by step, with one seat's eyes or with all cards open. */

import { Desk } from "./desk.js";
import { NOTHING } from "./held.js";
import { felt } from "./felt.js";
import { icon } from "./icons.js";
import { follow } from "./keys.js";
import { Show } from "./show.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./types.js").Sight} Sight */
/** @typedef {import("./types.js").View} View */

/** @typedef {{seat: number, story: string[], kept?: number, view?: View, views?: View[]}} Step */

const OPEN = "open";
const PACE = 900;

/** @param {import("./main.js").Setting} setting */
export async function begin(setting) {
  const sight = await (await fetch(`/api/t/${setting.table}`)).json();
  const replay = new Replay(setting, sight);
  await replay.look(sight.over ? OPEN : "");
  addEventListener("hashchange", () => replay.go(placeInAddress()));
  addEventListener("keydown", (event) => press(event, replay));
}

function placeInAddress() {
  return Number(location.hash.slice(1)) || 0;
}

class Replay {
  /**
   * @param {import("./main.js").Setting} setting
   * @param {Sight} sight
   */
  constructor(setting, sight) {
    this.setting = setting;
    this.sight = sight;
    this.show = new Show(setting.root);
    /** @type {Step[]} */
    this.steps = [];
    this.eyes = "";
    this.place = placeInAddress();
    this.number = 0;
    this.placed = new Map();
    this.timer = 0;
    this.copied = false;
  }

  /**
   * Looks with other eyes.
   *
   * @param {string} eyes a seat, "open", or empty for what the server thinks right
   */
  async look(eyes) {
    const answer = await fetch(`/api/t/${this.setting.table}/steps${eyes ? `?as=${eyes}` : ""}`);
    const said = await answer.json();
    this.steps = said.frames;
    this.eyes = eyes || String(said.seat);
    this.placed = new Map();
    this.go(this.place);
  }

  /** @param {number} place */
  go(place) {
    this.place = Math.max(0, Math.min(place, this.steps.length - 1));
    this.copied = false;
    history.replaceState(null, "", `#${this.place}`);
    this.number += 1;
    this.placed = follow(this.placed, this.setting.game.zones(this.view), this.number);
    this.draw();
  }

  /** @returns {View} */
  get view() {
    const { view, views } = this.steps[this.place];
    return view ?? this.setting.game.open(views ?? []);
  }

  play() {
    if (this.timer) this.stop();
    else this.timer = window.setInterval(() => this.playOn(), PACE);
    this.draw();
  }

  playOn() {
    if (this.place === this.steps.length - 1) this.stop();
    this.go(this.place + 1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  async copy() {
    await navigator.clipboard?.writeText(location.href);
    this.copied = true;
    this.draw();
  }

  draw() {
    this.show.show(page(this), this.placed);
  }
}

/** @param {Replay} replay */
function page(replay) {
  const { words, game } = replay.setting;
  const { view } = replay;
  const desk = new Desk(modelOf(replay), IDLE);
  const step = replay.steps[replay.place];
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
      <div class="news" role="log" aria-live="polite">
        ${step.story.slice(-4).map((sentence) => html`<p>${sentence}</p>`)}
      </div>
      ${controls(replay)} ${game.hand(view, desk)}
    </div>`;
}

/** @param {Replay} replay */
function controls(replay) {
  const { words } = replay.setting;
  const { place, steps, sight } = replay;
  const last = steps.length - 1;
  /**
   * @param {"first" | "back" | "next" | "last"} name
   * @param {number} to
   */
  const goes = (name, to) =>
    html`<button
      type="button"
      class="tool"
      aria-label=${words.text(`page.table.replay.${name}`)}
      aria-disabled=${to < 0 || to > last || to === place}
      @click=${() => [replay.stop(), replay.go(to)]}
    >
      ${icon(name)}
    </button>`;
  const label = words.text("page.table.replay.step", { number: place, all: last });
  return html`<div class="replaying">
    <input
      type="range"
      min="0"
      max=${last}
      .value=${String(place)}
      aria-label=${words.text("page.table.replay.slider")}
      aria-valuetext=${label}
      @input=${(/** @type {Event} */ event) => {
        replay.stop();
        if (event.target instanceof HTMLInputElement) replay.go(Number(event.target.value));
      }}
    />
    <div class="row">
      ${goes("first", 0)} ${goes("back", place - 1)}
      <button type="button" class="first" @click=${() => replay.play()}>
        ${words.text(replay.timer ? "page.table.replay.stop" : "page.table.replay.play")}
      </button>
      ${goes("next", place + 1)} ${goes("last", last)}
      <output>${label}</output>
      <span class="gap"></span>
      <button type="button" @click=${() => replay.copy()}>
        ${words.text(replay.copied ? "page.table.replay.copied" : "page.table.replay.link")}
      </button>
      ${sight.over || sight.seats.length === 1 ? goOn(replay) : nothing}
    </div>
  </div>`;
}

/** @param {Replay} replay */
function goOn({ setting, steps, place }) {
  const kept = steps[place].kept;
  if (kept === undefined || place === steps.length - 1) return nothing;
  return html`<form method="post" action="/t/${setting.table}/continue">
    <input type="hidden" name="from" .value=${String(kept)} />
    <button>${setting.words.text("page.table.replay.continue")}</button>
  </form>`;
}

/**
 * @param {Replay} replay
 * @param {Desk} desk
 */
function eyes(replay, desk) {
  const { sight, setting } = replay;
  const seats = sight.over ? sight.seats.map((_, seat) => seat) : sight.mine;
  if (sight.seats.length === 1) return nothing;
  return html`<label class="eyes"
    ><span class="unseen">${setting.words.text("page.table.replay.eyes")}</span>
    <select
      @change=${(/** @type {Event} */ event) => {
        if (event.target instanceof HTMLSelectElement) replay.look(event.target.value);
      }}
    >
      ${
        sight.over
          ? html`<option value=${OPEN} ?selected=${replay.eyes === OPEN}>
              ${setting.words.text("page.table.replay.open")}
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
    notice: "",
    spoken: { polite: [], urgent: "" },
    said: [],
    busy: false,
  };
}

/**
 * @param {KeyboardEvent} event
 * @param {Replay} replay
 */
function press(event, replay) {
  if (event.target instanceof Element && event.target.closest("input, select")) return;
  const last = replay.steps.length - 1;
  const places = new Map([
    ["ArrowLeft", replay.place - 1],
    ["ArrowRight", replay.place + 1],
    ["Home", 0],
    ["End", last],
  ]);
  const place = places.get(event.key);
  if (place === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  replay.stop();
  replay.go(place);
}
