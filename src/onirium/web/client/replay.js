/** Replay of a game: step by step, as one seat saw it or with all cards open. */

import { loadAnalysis } from "./analysis_model.js";
import { assignKeys } from "./card_identity.js";
import { watchLayout } from "./layout.js";
import { ALL_SEATS, replayPage } from "./replay_view.js";
import { Renderer } from "./renderer.js";
import { pathTo } from "./paths.js";

/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./protocol.js").Replay | import("./protocol.js").RevealedReplay} ReplayMessage */
/** @typedef {import("./types.js").View} View */

/** @typedef {import("./analysis_model.js").GameAnalysis} GameAnalysis */
/** @typedef {import("./protocol.js").Frame | import("./protocol.js").RevealedFrame} Step */

const PACE = 900;
/** Media query: the analysis fits next to the hand. */
const WIDE_SCREEN = matchMedia("(min-width: 1000px) and (min-height: 521px)");

/** @param {import("./main.js").Setting} setting */
export async function start(setting) {
  /** @type {TableView} */
  const tableView = await (await fetch(pathTo(`/api/t/${setting.table}`))).json();
  const replay = new Replay(setting, tableView);
  await replay.look(tableView.is_over ? ALL_SEATS : "");
  watchLayout(() => replay.draw());
  addEventListener("hashchange", () => [replay.stop(), replay.go(indexFromAddress())]);
  addEventListener("keydown", (event) => press(event, replay));
}

function indexFromAddress() {
  return Number(location.hash.slice(1)) || 0;
}

export class Replay {
  /**
   * @param {import("./main.js").Setting} setting
   * @param {TableView} tableView
   */
  constructor(setting, tableView) {
    this.setting = setting;
    this.tableView = tableView;
    this.renderer = new Renderer(setting.root);
    /** @type {Step[]} */
    this.steps = [];
    this.viewpoint = "";
    this.index = indexFromAddress();
    this.number = 0;
    this.placed = new Map();
    this.timer = 0;
    /** The frame with which the page is drawn, or 0. */
    this.frame = 0;
    this.copied = false;
    this.analysis = storedAnalysis(this);
    /** @type {{done: number, all: number} | null} */
    this.progress = null;
    this.problem = "";
    /** Whether luck and play are shown. */
    this.tells = WIDE_SCREEN.matches;
  }

  /**
   * Switches the viewed seat.
   *
   * @param {string} viewpoint a seat, "open", or empty for the server's default
   */
  async look(viewpoint) {
    const answer = await fetch(
      pathTo(`/api/t/${this.setting.table}/steps${viewpoint ? `?as=${viewpoint}` : ""}`),
    );
    /** @type {ReplayMessage} */
    const message = await answer.json();
    this.steps = message.frames;
    this.viewpoint =
      message.type === "replay" ? viewpoint || String(message.viewed_seat) : ALL_SEATS;
    this.placed = new Map();
    this.go(this.index);
  }

  /** @param {number} index */
  go(index) {
    this.index = Math.max(0, Math.min(index, this.steps.length - 1));
    this.copied = false;
    history.replaceState(null, "", `#${this.index}`);
    this.number += 1;
    this.placed = assignKeys(this.placed, this.setting.game.zones(this.view), this.number);
    this.draw();
  }

  async analyse() {
    this.problem = "";
    this.tell(0, 0);
    try {
      this.analysis = await loadAnalysis(this.setting.table, (done, all) => this.tell(done, all));
      storeAnalysis(this);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      this.problem = reason || this.setting.words.text("page.analysis.failed");
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
    const step = this.steps[this.index];
    return "view" in step ? step.view : this.setting.game.open(step.views);
  }

  play() {
    if (this.timer) this.stop();
    else this.timer = window.setInterval(() => this.playOn(), PACE);
    this.draw();
  }

  playOn() {
    if (this.index === this.steps.length - 1) this.stop();
    this.go(this.index + 1);
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

  /** Draws the page with the next frame: once, however many steps a moved slider has passed. */
  draw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.renderer.update(replayPage(this), this.placed);
    });
  }
}

/**
 * Key of the analysis in session storage, for the return from a variation.
 *
 * @param {Replay} replay
 */
function storageKey({ setting: { table, words } }) {
  return `analysis ${table} ${words.language}`;
}

/** @param {Replay} replay */
function storeAnalysis(replay) {
  try {
    sessionStorage.setItem(storageKey(replay), JSON.stringify(replay.analysis));
  } catch {
    // If the storage is full, the analysis is computed again.
  }
}

/**
 * @param {Replay} replay
 * @returns {GameAnalysis | null}
 */
function storedAnalysis(replay) {
  return JSON.parse(sessionStorage.getItem(storageKey(replay)) ?? "null");
}

/**
 * @param {KeyboardEvent} event
 * @param {Replay} replay
 */
function press(event, replay) {
  if (event.target instanceof Element && event.target.closest("input, select")) return;
  const last = replay.steps.length - 1;
  const places = new Map([
    ["ArrowLeft", replay.index - 1],
    ["ArrowRight", replay.index + 1],
    ["Home", 0],
    ["End", last],
  ]);
  const index = places.get(event.key);
  if (index === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  replay.stop();
  replay.go(index);
}
