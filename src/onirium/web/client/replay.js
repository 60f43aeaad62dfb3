/** Replay of a game: step by step, as one seat saw it or with all cards open. */

import { loadAnalysis } from "./analysis_model.js";
import { closeLayers, noteLayer, watchBackButton } from "./back_button.js";
import { placementsOf } from "./card_identity.js";
import { copyText } from "./clipboard.js";
import { watchLayout } from "./layout.js";
import { ALL_SEATS, replayPage } from "./replay_view.js";
import { loadAhead, newPictures } from "./pictures.js";
import { isMoving } from "./preferences.js";
import { Renderer } from "./renderer.js";
import { pathTo } from "./host.js";
import { storedValue, storeValue } from "./stored_values.js";
import { keepAwake } from "./wake_lock.js";

/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./protocol.js").Replay | import("./protocol.js").RevealedReplay} ReplayMessage */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./protocol.js").Frame | import("./protocol.js").RevealedFrame} Step */

/** Time for which each step is shown while the game plays. */
const STEP_MS = 900;
/** Steps that follow faster, as under a dragged slider, move no cards: their flights would overlap. */
const FLIGHT_MS = 400;
/** Media query: the analysis fits next to the hand. */
const WIDE_SCREEN = matchMedia("(min-width: 1000px) and (min-height: 521px)");

/** @param {import("./main.js").Setting} setting */
export async function start(setting) {
  /** @type {TableView} */
  const tableView = await (await fetch(pathTo(`/api/t/${setting.table}`))).json();
  const replay = new Replay(setting, tableView);
  await replay.viewFrom(tableView.is_over ? ALL_SEATS : "");
  setting.root.replaceChildren();
  watchLayout(() => replay.draw());
  keepAwake(() => replay.timer > 0);
  watchBackButton(setting.root, () => [closeLayers(setting.root), replay.closeFindings()].some(Boolean));
  addEventListener("hashchange", ({ newURL }) => {
    // The entry below a sheet notes an earlier step: closing the sheet changes none.
    if (history.state?.layer === false) replay.noteAddress();
    else replay.follow(stepIn(new URL(newURL).hash));
  });
  addEventListener("keydown", (event) => press(event, replay));
}

/** @param {string} hash of an address */
function stepIn(hash) {
  return Number(hash.slice(1)) || 0;
}

export class Replay {
  /**
   * @param {import("./main.js").Setting} setting
   * @param {TableView} tableView
   */
  constructor(setting, tableView) {
    this.setting = setting;
    this.tableView = tableView;
    this.renderer = new Renderer(setting.root, setting.game);
    /** @type {Step[]} */
    this.steps = [];
    this.viewpoint = "";
    /** Number of viewpoints chosen; only the last one is shown. */
    this.viewpointCount = 0;
    this.index = stepIn(location.hash);
    this.placedAt = this.newPlacements();
    this.timer = 0;
    /** The frame with which the page is drawn, or 0. */
    this.frame = 0;
    /** When the step was chosen, in milliseconds of the page's clock. */
    this.steppedAt = -FLIGHT_MS;
    /** Whether the step follows another at once. */
    this.isQuick = false;
    /** Timer that runs until no other step follows. */
    this.resting = 0;
    this.copied = false;
    this.analysis = storedValue("sessionStorage", storageKey(this));
    /** @type {{done: number, all: number} | null} */
    this.progress = null;
    this.problem = "";
    /** Whether luck and play are shown. */
    this.showsFindings = WIDE_SCREEN.matches;
  }

  /**
   * Switches the viewed seat.
   *
   * @param {string} viewpoint a seat, "open", or empty for the server's default
   */
  async viewFrom(viewpoint) {
    const count = ++this.viewpointCount;
    const response = await fetch(
      pathTo(`/api/t/${this.setting.table}/steps${viewpoint ? `?as=${viewpoint}` : ""}`),
    );
    /** @type {ReplayMessage} */
    const message = await response.json();
    if (count !== this.viewpointCount) return;
    this.problem = "";
    this.steps = message.frames;
    this.viewpoint =
      message.type === "replay" ? viewpoint || String(message.viewed_seat) : ALL_SEATS;
    this.placedAt = this.newPlacements();
    this.go(this.index);
  }

  /** @param {number} index */
  go(index) {
    this.index = Math.max(0, Math.min(index, this.steps.length - 1));
    this.copied = false;
    this.noteStep();
    this.draw();
  }

  async analyse() {
    this.problem = "";
    this.showProgress(0, 0);
    try {
      this.analysis = await loadAnalysis(this.setting.table, (done, all) => this.showProgress(done, all));
      storeValue("sessionStorage", storageKey(this), this.analysis);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "";
      this.problem = reason || this.setting.words.text("page.analysis.failed");
    }
    this.progress = null;
    this.draw();
  }

  /**
   * Shows the step of a link; on small screens the findings, which would cover it, close.
   *
   * @param {number} index that of the link: the address may note the step before it meanwhile
   */
  follow(index) {
    this.stop();
    this.closeFindings();
    this.go(index);
  }

  toggleFindings() {
    this.showsFindings = !this.showsFindings;
    if (this.showsFindings && !WIDE_SCREEN.matches) noteLayer();
    this.draw();
  }

  /** Closes the findings where they cover the table; returns whether they did. */
  closeFindings() {
    if (!this.showsFindings || WIDE_SCREEN.matches) return false;
    this.showsFindings = false;
    const opener = this.setting.root.querySelector("[aria-controls=findings]");
    if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    this.draw();
    return true;
  }

  /**
   * @param {number} done
   * @param {number} all
   */
  showProgress(done, all) {
    this.progress = { done, all };
    this.draw();
  }

  /** @returns {View} */
  get view() {
    return this.viewOf(this.steps[this.index]);
  }

  /**
   * @param {Step} step
   * @returns {View}
   */
  viewOf(step) {
    return "view" in step ? step.view : this.setting.game.open(step.views);
  }

  /** The zones and keys of the cards at the present step. */
  get placed() {
    return this.placedAt(this.index);
  }

  newPlacements() {
    const { game } = this.setting;
    return placementsOf((step) => game.zones(this.viewOf(this.steps[step])));
  }

  play() {
    if (this.timer) this.stop();
    else {
      if (this.index === this.steps.length - 1) this.go(0);
      this.timer = window.setInterval(() => this.playNext(), STEP_MS);
    }
    this.draw();
  }

  playNext() {
    if (this.index === this.steps.length - 1) this.stop();
    this.go(this.index + 1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
  }

  async copy() {
    this.noteAddress();
    this.copied = await copyText(location.href);
    this.draw();
  }

  /** Draws the page with the next frame: once, however many steps a moved slider has passed. */
  draw() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      const page = replayPage(this);
      if (this.isQuick) this.renderer.jump(page, this.placed);
      else {
        this.renderer.update(page, this.placed);
        this.loadNextPictures();
      }
      this.showSentence();
    });
  }

  /** Shows the latest sentence from its beginning, also if it is longer than its place. */
  showSentence() {
    const place = this.setting.root.querySelector(".step-narration");
    const sentence = place?.querySelector("p:last-child");
    if (!place || !sentence) return;
    const [top, begin] = [place, sentence].map((one) => one.getBoundingClientRect().top);
    place.scrollTop += begin - top - place.clientTop;
  }

  /** Notes how fast steps follow each other; the last one of several rests. */
  noteStep() {
    const now = performance.now();
    this.isQuick = now - this.steppedAt < FLIGHT_MS;
    this.steppedAt = now;
    clearTimeout(this.resting);
    if (this.isQuick) this.resting = window.setTimeout(() => this.rest(), FLIGHT_MS);
    else this.noteAddress();
  }

  rest() {
    this.isQuick = false;
    this.noteAddress();
    this.loadNextPictures();
  }

  /** Notes the step in the address; Safari allows this 100 times in 30 seconds. */
  noteAddress() {
    history.replaceState(history.state?.layer ? history.state : null, "", `#${this.index}`);
  }

  loadNextPictures() {
    const { placed, setting } = this;
    const next = this.steps[this.index + 1];
    if (!next || !isMoving()) return;
    const { game } = setting;
    loadAhead(() => newPictures({ ...setting, placed }, game.zones(this.viewOf(next))));
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

/**
 * @param {KeyboardEvent} event
 * @param {Replay} replay
 */
function press(event, replay) {
  if (event.target instanceof Element && event.target.closest("input, select")) return;
  const last = replay.steps.length - 1;
  const targets = new Map([
    ["ArrowLeft", replay.index - 1],
    ["ArrowRight", replay.index + 1],
    ["Home", 0],
    ["End", last],
  ]);
  const index = targets.get(event.key);
  if (index === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  replay.stop();
  replay.go(index);
}
