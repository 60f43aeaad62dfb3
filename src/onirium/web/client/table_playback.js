/** Shows the views of a table one after the other: each event for its time, then the present state. */

import { CardWidgets } from "./card_widgets.js";
import { assignKeys } from "./card_identity.js";
import { rememberedCards } from "./card_memory.js";
import { mood } from "./ending.js";
import { signal } from "./feedback.js";
import { idleModel } from "./idle_model.js";
import { eventTime, frameTime, slowness } from "./pace.js";
import { loadAhead, newPictures, pictureAddress } from "./pictures.js";
import { isMoving } from "./preferences.js";
import { Renderer } from "./renderer.js";
import { nameSpeaker } from "./seat_names.js";
import { keepSelection } from "./selection.js";
import { tablePage } from "./table_view.js";

/** @typedef {typeof import("./event_animator.js") & import("./types.js").GameEvents} Animator */
/** @typedef {import("./protocol.js").Frame} Frame */
/** @typedef {import("./protocol.js").Sentence} Sentence */
/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./types.js").Model} Model */

/**
 * The handlers of input, which resume when the present state is shown.
 *
 * @typedef {import("./types.js").Handlers & InputState} InputHandlers
 *
 * @typedef {object} InputState
 * @property {string} pendingCommand
 * @property {() => void} resume
 * @property {import("./speech.js").Announcer} announcer
 */

/** Maximum number of pictures of likely cards that are loaded ahead. */
const MAX_PICTURES = 24;

/** With more frames to come, a button skips them. */
const MAX_UNSKIPPED_FRAMES = 3;
/** With more frames to come, they are skipped at once. */
const MAX_FRAMES = 60;

/** Number of consecutive sentences that identify a place in the narration. */
const RECOGNIZED_SENTENCES = 8;

export class TablePlayback {
  /**
   * @param {Omit<import("./main.js").Setting, "table">} setting
   * @param {InputHandlers} handlers
   */
  constructor({ root, ...setting }, handlers) {
    this.renderer = new Renderer(root, setting.game);
    this.handlers = handlers;
    /** @type {Model | null} */
    this.model = null;
    this.setting = setting;
    /** Frames not yet shown. @type {Frame[]} */
    this.frames = [];
    this.timer = 0;
    /** When the event shown is over, in milliseconds of the page's clock. */
    this.eventEnd = 0;
    /** Animations that start when the view is rendered. @type {import("./types.js").EventAnimation[]} */
    this.eventAnimations = [];
    /** Whether the modules of events and dialogs are loaded, or are being loaded. */
    this.hasModules = false;
    /** The modules that show events, once they are loaded. @type {Animator | null} */
    this.animator = null;
    /** Number of views shown after the first. */
    this.viewCount = 0;
    this.justEnded = false;
    /** The state last shown: number of actions, viewer, whether the game is over. */
    this.state = "";
    /** Number of actions at the last turn of the viewer. */
    this.turnCount = 0;
  }

  /** Shows the first view of the table. @param {TableView} tableView */
  begin(tableView) {
    this.model = this.initialModel(tableView);
    this.renderer.root.replaceChildren();
    this.showPresent();
  }

  /**
   * @param {TableView} tableView
   * @returns {Model}
   */
  initialModel(tableView) {
    const { view } = tableView.frames[tableView.frames.length - 1];
    return {
      ...this.setting,
      ...idleModel(),
      tableView,
      view,
      narration: tableView.narration,
      placed: assignKeys(rememberedCards(tableView, view), this.setting.game.zones(view), 0),
    };
  }

  /**
   * Shows the events of a table view that follows the present one.
   *
   * @param {TableView} tableView
   * @param {boolean} isBrief whether only the last event is shown
   */
  showTableView(tableView, isBrief) {
    if (!this.model) return;
    this.loadModules();
    if (!this.follows(tableView)) this.skipFrames();
    const { tableView: before, hint, narration } = this.model;
    const isSameViewer = tableView.viewed_seat === before.viewed_seat;
    this.model = {
      ...this.model,
      tableView,
      hint: isSameViewer && tableView.version === before.version ? hint : null,
      legalActions: [],
      // The next player on the same device must not see the previous player's narration.
      narration: isSameViewer ? narration : [],
    };
    this.frames = isBrief
      ? tableView.frames.slice(-1)
      : [...this.frames, ...this.framesOf(tableView)];
    // Another view may arrive before the last frames are shown.
    this.justEnded ||= tableView.is_over && !before.is_over;
    const showsEnd = this.justEnded && this.model.busy;
    if (this.frames.length > 1 || showsEnd) this.awaitNextFrame();
    else this.showNextFrame();
  }

  /** Loads the modules of events and dialogs, at the first touch: a new table is complete without. */
  async loadModules() {
    if (!this.model || this.hasModules) return;
    this.hasModules = true;
    const modules = await Promise.all([
      import("./event_animator.js"),
      this.setting.game.loadEvents(),
      import("./dialog_contents.js"),
    ]).catch(reloadIfMismatched);
    // Without a connection nothing is animated, and dialogs are empty; the next touch tries again.
    this.hasModules = modules !== null;
    if (!modules) return;
    const [animator, events, { CONTENTS }] = modules;
    this.animator = { ...animator, ...events };
    this.change({ dialogContents: CONTENTS });
  }

  /** Returns whether frames of a table view can follow those not yet shown. @param {TableView} tableView */
  follows({ viewed_seat: seat, frames }) {
    const isShort = this.frames.length + frames.length <= MAX_FRAMES;
    return seat === this.model?.view.seat && isShort;
  }

  /** Returns the frames of a table view that are shown. @param {TableView} tableView */
  framesOf(tableView) {
    const { frames } = tableView;
    if (!this.isContinuation(tableView)) return frames.slice(-1);
    if (isMoving()) return frames;
    return frames.filter((frame) => frame.narration.length || frame === frames.at(-1));
  }

  /** Returns whether a table view continues the present one for the same viewer. @param {TableView} tableView */
  isContinuation(tableView) {
    return tableView.frames.length > 1 && tableView.viewed_seat === this.model?.view.seat;
  }

  /** Shows the next frame when the event shown is over. */
  awaitNextFrame() {
    clearTimeout(this.timer);
    this.change({ busy: true, skippable: this.frames.length > MAX_UNSKIPPED_FRAMES });
    if (this.model) document.title = this.model.words.text("name");
    const rest = Math.max(0, this.eventEnd - performance.now());
    this.timer = window.setTimeout(() => this.showNextFrame(), rest);
  }

  /** Shows the next frame, or the present state. */
  showNextFrame() {
    const frame = this.frames.shift();
    if (!frame || !this.model) {
      this.showPresent([]);
      return;
    }
    const event = this.showEvent(frame);
    const time = frameTime(frame, this.model.tableView.own_seats, event);
    this.eventEnd = Math.max(this.eventEnd, performance.now() + time);
    // The last event of a game is seen before its end.
    if (!this.frames.length && !(this.justEnded && event)) {
      this.showPresent();
      return;
    }
    const narration = [...this.model.narration, ...frame.narration];
    this.model = { ...this.model, narration };
    for (const text of this.newsOf([frame])) this.handlers.announcer.say(text);
    this.awaitNextFrame();
  }

  /**
   * Shows a view, signals and animates what happened; returns the time that it takes at steady pace.
   *
   * @param {{view: import("./types.js").View}} frame
   */
  showEvent(frame) {
    if (!this.model) return 0;
    const { view: before } = this.model;
    this.showView(frame);
    if (frame.view.seat !== before.seat) return 0;
    if (!this.animator) return 0;
    const cues = this.animator.cues(before, frame.view);
    signal(cues);
    const { animator } = this;
    const widgets = new CardWidgets(this.model, this.handlers);
    const events = animator.eventAnimations(before, frame.view, widgets);
    const animations = isMoving() ? events : animator.withoutMotion(events);
    this.eventAnimations.push(...animations);
    const cueTime = isMoving() ? eventTime(cues, animator.EVENT_MS) : 0;
    return Math.max(cueTime, ...animations.map(animator.timeToNext));
  }

  /**
   * Shows the predicted result of an action until the reply replaces it (optimistic update).
   *
   * @param {import("./types.js").View} view
   */
  showPrediction(view) {
    this.eventEnd = performance.now() + this.showEvent({ view }) * slowness();
  }

  /** @param {{view: import("./types.js").View}} frame */
  showView({ view }) {
    if (!this.model) return;
    this.viewCount += 1;
    const { placed: before, game, selection } = this.model;
    const isSameSeat = view.seat === this.model.view.seat;
    if (!isSameSeat) this.renderer.forgetCards();
    const now = isSameSeat ? before : new Map();
    const placed = assignKeys(now, game.zones(view), this.viewCount, selection.lifted?.key);
    this.model = { ...this.model, view, placed };
  }

  /**
   * Shows the present state, in which the viewer may act.
   *
   * @param {string[]} [news] sentences not yet spoken, by default those of the last frame
   */
  showPresent(news = this.newsOf(this.model?.tableView.frames.slice(-1) ?? [])) {
    if (!this.model) return;
    const { tableView, selection, placed, dialog, showsResult } = this.model;
    const isNew = this.noteState(tableView);
    const mine = tableView.legal_actions.length > 0 && !tableView.is_over;
    const last = tableView.frames[tableView.frames.length - 1];
    const cards = [...placed.values()].flat();
    this.change({
      busy: false,
      skippable: false,
      legalActions: mine && !this.handlers.pendingCommand ? tableView.legal_actions : [],
      narration: renewNarration(this.model.narration, tableView.narration),
      selection: isNew ? keepSelection(selection, cards, tableView.legal_actions) : selection,
      dialog: this.justEnded ? "" : dialog,
      showsResult: this.justEnded || showsResult,
    });
    if (isNew) this.sayPresent(this.model, news);
    if (this.justEnded) signal([{ name: mood(this.model) === "won" ? "victory" : "defeat" }]);
    else if (mine) this.signalTurn(last);
    this.justEnded = false;
    if (this.animator && isMoving()) this.loadNextPictures(this.model, this.animator.pictures);
    document.title = mine ? `\u25cf ${tableView.prompt}` : this.model.words.text("name");
    this.handlers.resume();
  }

  /**
   * @param {Model} model
   * @param {string[]} news
   */
  sayPresent(model, news) {
    const widgets = new CardWidgets(model, this.handlers);
    const latest = this.viewCount ? news : [];
    this.handlers.announcer.sayPresent(model, widgets, latest, this.justEnded);
  }

  /**
   * Notes the state of a game; returns whether it differs from the one before. Views of one state
   * report presence, names and phrases.
   *
   * @param {TableView} tableView
   */
  noteState({ viewed_seat: seat, is_over: isOver, frames }) {
    const before = this.state;
    this.state = [frames.at(-1)?.action_count, seat, isOver].join();
    return this.state !== before;
  }

  /** @param {Frame[]} frames */
  newsOf(frames) {
    const { model } = this;
    if (!model) return [];
    return frames.flatMap(({ narration }) => narration.map(({ text }) => nameSpeaker(model, text)));
  }

  /**
   * Loads the pictures of the likely next cards, and those that only animations show.
   *
   * @param {Model} model
   * @param {string[]} animated
   */
  loadNextPictures({ game, view, art, placed }, animated) {
    loadAhead(() => {
      const likely = game.odds(view).slice(0, MAX_PICTURES);
      const pictures = newPictures({ game, art, placed }, [
        ...game.zones(view),
        ["next", likely.map(({ card }) => card)],
      ]);
      return [...pictures, ...animated.map((name) => pictureAddress(art, name))];
    });
  }

  /** Shows the remaining frames at once, and announces their events. */
  skipFrames() {
    clearTimeout(this.timer);
    this.animator?.skipEventAnimations();
    this.eventEnd = 0;
    if (!this.model?.busy) return;
    const frames = this.frames.splice(0);
    for (const frame of frames) this.showView(frame);
    this.showPresent(this.newsOf(frames));
  }

  /** @param {Partial<Model>} changed */
  change(changed) {
    if (!this.model) return;
    this.model = { ...this.model, ...changed };
    if (changed.dialog) this.loadModules();
    const page = tablePage(this.model, this.handlers);
    const animations = this.eventAnimations.splice(0);
    const play = this.animator?.prepare(animations, this.renderer.root, slowness());
    const animated = animations.map(({ zone }) => zone);
    if (this.justEnded && changed.showsResult)
      this.renderer.updateBehindVeil(page, this.model.placed, mood(this.model));
    else this.renderer.update(page, this.model.placed, animated);
    play?.();
  }

  /**
   * Signals the viewer's turn after the decision of another player, once.
   *
   * @param {Frame} last
   */
  signalTurn({ seat, action_count: count }) {
    const ownSeats = this.model?.tableView.own_seats ?? [];
    const isNew = this.viewCount > 0 && count !== this.turnCount;
    if (isNew && seat >= 0 && !ownSeats.includes(seat)) signal([{ name: "turn" }]);
    this.turnCount = count;
  }
}

/**
 * Loads the page again if its modules do not fit together: the server has been updated meanwhile.
 *
 * @param {unknown} error
 */
function reloadIfMismatched(error) {
  if (error instanceof SyntaxError) location.reload();
  return null;
}

/**
 * Returns the narration with its latest sentences anew: the last one may have grown.
 *
 * @param {Sentence[]} narration
 * @param {Sentence[]} latest
 */
function renewNarration(narration, latest) {
  const first = latest.slice(0, RECOGNIZED_SENTENCES);
  const start = narration.findIndex((_, index) =>
    first.every(({ text }, offset) => narration[index + offset]?.text === text),
  );
  return [...narration.slice(0, Math.max(0, start)), ...latest];
}
