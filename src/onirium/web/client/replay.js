/** A game looked at again: step by step, with one seat's eyes or with all cards open. */

import { analysed } from "./analysis_model.js";
import { follow } from "./card_identity.js";
import { OPEN, page } from "./replay_view.js";
import { Show } from "./renderer.js";

/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./protocol.js").Replay | import("./protocol.js").RevealedReplay} ReplayMessage */

/** @typedef {import("./analysis_model.js").Findings} Findings */
/** @typedef {import("./protocol.js").Frame | import("./protocol.js").RevealedFrame} Step */

const PACE = 900;
/** There is room for the findings beside the hand. */
const WIDE = matchMedia("(min-width: 1000px) and (min-height: 521px)");

/** @param {import("./main.js").Setting} setting */
export async function begin(setting) {
  /** @type {TableView} */
  const sight = await (await fetch(`/api/t/${setting.table}`)).json();
  const replay = new Replay(setting, sight);
  await replay.look(sight.is_over ? OPEN : "");
  addEventListener("hashchange", () => [replay.stop(), replay.go(placeInAddress())]);
  addEventListener("keydown", (event) => press(event, replay));
}

function placeInAddress() {
  return Number(location.hash.slice(1)) || 0;
}

export class Replay {
  /**
   * @param {import("./main.js").Setting} setting
   * @param {TableView} sight
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
    this.findings = kept(this);
    /** @type {{done: number, all: number} | null} */
    this.progress = null;
    this.broken = false;
    /** Whether luck and play are told. */
    this.tells = WIDE.matches;
  }

  /**
   * Looks with other eyes.
   *
   * @param {string} eyes a seat, "open", or empty for what the server thinks right
   */
  async look(eyes) {
    const answer = await fetch(`/api/t/${this.setting.table}/steps${eyes ? `?as=${eyes}` : ""}`);
    /** @type {ReplayMessage} */
    const said = await answer.json();
    this.steps = said.frames;
    this.eyes = said.type === "replay" ? eyes || String(said.viewed_seat) : OPEN;
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

  async analyse() {
    this.broken = false;
    this.tell(0, 0);
    try {
      this.findings = await analysed(this.setting.table, (done, all) => this.tell(done, all));
      keep(this);
    } catch {
      this.broken = true;
    }
    this.progress = null;
    this.draw();
  }

  fold() {
    this.tells = !this.tells;
    this.draw();
  }

  /**
   * @param {number} done
   * @param {number} all
   */
  tell(done, all) {
    this.progress = { done, all };
    this.draw();
  }

  /** @returns {View} */
  get view() {
    const step = this.steps[this.place];
    return "view" in step ? step.view : this.setting.game.open(step.views);
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

/**
 * Where the findings are kept while the window is open: one may come back from a variation.
 *
 * @param {Replay} replay
 */
function drawer({ setting: { table, words } }) {
  return `analysis ${table} ${words.language}`;
}

/** @param {Replay} replay */
function keep(replay) {
  try {
    sessionStorage.setItem(drawer(replay), JSON.stringify(replay.findings));
  } catch {
    // A full drawer only means that it is thought about again.
  }
}

/**
 * @param {Replay} replay
 * @returns {Findings | null}
 */
function kept(replay) {
  return JSON.parse(sessionStorage.getItem(drawer(replay)) ?? "null");
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
