/** Controller of a table: connects server messages, user input and rendering. */

import { aim, choose, drop, gather, keepSelection, EMPTY_SELECTION, tap } from "./selection.js";
import { buildHint, hintSentence } from "./hint_model.js";
import { assignKeys } from "./card_identity.js";
import { watchBackButton } from "./back_button.js";
import { inviteFriend } from "./first_invitation.js";
import { eventTime, frameTime, slowness } from "./pace.js";
import { isMoving, preferences, setPreferences } from "./preferences.js";
import { mood } from "./ending.js";
import { signal } from "./feedback.js";
import { CardWidgets } from "./card_widgets.js";
import { Connection } from "./connection.js";
import { watchLayout } from "./layout.js";
import { tablePage } from "./table_view.js";
import { Renderer } from "./renderer.js";
import { watch } from "./input.js";
import { pathTo } from "./paths.js";

/** @typedef {typeof import("./staging.js") & import("./types.js").GameEvents} Animator */
/** @typedef {import("./protocol.js").Frame} Frame */
/** @typedef {import("./connection.js").Message} Message */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./types.js").CardRef} CardRef */
/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./selection.js").Outcome} Outcome */

const NOTICE_MS = 5000;
const PHRASE_MS = 8000;

/** More frames to come are worth a button that skips them. */
const FEW_FRAMES = 3;
/** More frames than anybody would wait for. */
const MOST_FRAMES = 60;

/** @param {import("./main.js").Setting} setting */
export function start(setting) {
  const controller = new TableController(setting);
  watch(setting.root, controller);
  watchBackButton(setting.root);
  watchLayout(() => controller.refresh());
  keepAwake();
  document.addEventListener("visibilitychange", keepAwake);
}

/** Keeps the screen on, if the browser allows it. */
function keepAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

export class TableController {
  /** @param {import("./main.js").Setting} setting */
  constructor({ root, table, ...setting }) {
    this.renderer = new Renderer(root);
    /** @type {Model | null} */
    this.model = null;
    this.setting = setting;
    /** Frames not yet shown. @type {Frame[]} */
    this.frames = [];
    this.timer = 0;
    /** When the event shown is over, in milliseconds of the page's clock. */
    this.eventEnd = 0;
    /** Events to be staged when the view is rendered. @type {import("./staging.js").Act[]} */
    this.acts = [];
    /** @type {Promise<[typeof import("./staging.js"), import("./types.js").GameEvents]> | undefined} */
    this.loading = undefined;
    /** The modules that show events, once they are loaded. @type {Animator | null} */
    this.animator = null;
    this.number = 0;
    /** The id of the command that is not answered yet. */
    this.pendingCommand = "";
    /** Input queued until the reply arrives. @type {(() => void)[]} */
    this.queuedInputs = [];
    this.followsRematch = false;
    this.justEnded = false;
    /** Number of actions at the last turn of the viewer. */
    this.turnCount = 0;
    this.connection = new Connection(table, this);
  }

  /** @param {Message} message */
  onMessage(message) {
    if (message.command_id && message.command_id === this.pendingCommand) this.pendingCommand = "";
    if (message.type === "table_view") this.applyTableView(message);
    else if (message.type === "rejected") this.reject(message.reason, message.table_view);
    else if (message.type === "hint_update") this.applyHint(message);
    else this.change({ invitation: message, dialog: "invitation" });
  }

  /** @param {import("./protocol.js").HintUpdate} update */
  applyHint(update) {
    const { tableView, hint: before, words } = this.model ?? {};
    if (!tableView || !words) return;
    const hint =
      update.version === tableView.version ? buildHint(update, tableView.legal_actions) : null;
    const news = hint && (!before || hint.complete) ? [hintSentence(hint, words)] : [];
    this.change({ hint, spoken: { polite: news, urgent: "" } });
  }

  /** @param {"open" | "waiting" | "lost"} line */
  onStatus(line) {
    if (this.model && this.model.line !== line) this.change({ line });
  }

  /**
   * @param {string} reason
   * @param {TableView | null} [tableView]
   */
  reject(reason, tableView) {
    this.queuedInputs = [];
    if (tableView) this.applyTableView(tableView);
    this.showNotice(reason);
  }

  /** @param {string} notice */
  showNotice(notice) {
    this.change({ notice });
    setTimeout(() => this.model?.notice === notice && this.change({ notice: "" }), NOTICE_MS);
  }

  /** @param {TableView} tableView */
  applyTableView(tableView) {
    if (tableView.rematch_table_id && this.followsRematch)
      location.assign(pathTo(`/t/${tableView.rematch_table_id}`));
    if (!this.model) {
      this.model = this.initialModel(tableView);
      this.showPresent();
      inviteFriend(tableView, (command) => this.send(command));
      return;
    }
    this.loadAnimator();
    if (!this.follows(tableView)) this.skipFrames();
    const wasOver = this.model.tableView.is_over;
    // The next player on the same device must not see the previous player's story.
    if (tableView.viewed_seat !== this.model.tableView.viewed_seat) {
      this.model = { ...this.model, story: [] };
    }
    this.showPhrases(tableView.chat.slice(this.model.tableView.chat.length));
    const { viewed_seat: seat, version } = this.model.tableView;
    const hint =
      tableView.version === version && tableView.viewed_seat === seat ? this.model.hint : null;
    this.model = { ...this.model, tableView, hint, legalActions: [] };
    this.frames = this.queuedInputs.length
      ? tableView.frames.slice(-1)
      : [...this.frames, ...this.framesOf(tableView)];
    // Another view may arrive before the last frames are shown.
    this.justEnded ||= tableView.is_over && !wasOver;
    if (this.frames.length > 1) this.awaitNextFrame();
    else this.showNextFrame();
  }

  /** Loads the modules that show events, at the first touch: a new table is complete without. */
  async loadAnimator() {
    if (this.animator) return;
    try {
      this.loading ??= Promise.all([import("./staging.js"), this.setting.game.loadEvents()]);
      const [staging, events] = await this.loading;
      this.animator = { ...staging, ...events };
    } catch {
      // Without a connection nothing is staged; the next touch tries again.
      this.loading = undefined;
    }
  }

  /** Returns whether frames of a table view can follow those not yet shown. @param {TableView} tableView */
  follows({ viewed_seat: seat, frames }) {
    const isShort = this.frames.length + frames.length <= MOST_FRAMES;
    return seat === this.model?.view.seat && isShort;
  }

  /** Returns the frames of a table view that are shown. @param {TableView} tableView */
  framesOf(tableView) {
    const { frames } = tableView;
    if (!this.isContinuation(tableView)) return frames.slice(-1);
    if (isMoving()) return frames;
    return frames.filter((frame) => frame.narration.length || frame === frames.at(-1));
  }

  /**
   * Shows phrases for a while.
   *
   * @param {{seat: number, phrase: string}[]} said
   */
  showPhrases(said) {
    if (!said.length || !this.model) return;
    this.model = { ...this.model, said };
    setTimeout(() => this.model?.said === said && this.change({ said: [] }), PHRASE_MS);
  }

  /** Returns whether a table view continues the present one for the same viewer. @param {TableView} tableView */
  isContinuation(tableView) {
    return tableView.frames.length > 1 && tableView.viewed_seat === this.model?.view.seat;
  }

  /**
   * @param {TableView} tableView
   * @returns {Model}
   */
  initialModel(tableView) {
    const { view } = tableView.frames[tableView.frames.length - 1];
    return {
      ...this.setting,
      tableView,
      view,
      legalActions: [],
      story: tableView.narration,
      placed: assignKeys(new Map(), this.setting.game.zones(view), 0),
      selection: EMPTY_SELECTION,
      line: "open",
      dialog: "",
      invitation: null,
      hint: null,
      notice: "",
      spoken: { polite: [], urgent: "" },
      said: [],
      busy: false,
      skippable: false,
    };
  }

  /** Shows the next frame when the event shown is over. */
  awaitNextFrame() {
    clearTimeout(this.timer);
    this.change({ busy: true, skippable: this.frames.length > FEW_FRAMES });
    const rest = Math.max(0, this.eventEnd - performance.now());
    this.timer = window.setTimeout(() => this.showNextFrame(), rest);
  }

  /** Shows the next frame, or the present state. */
  showNextFrame() {
    const frame = this.frames.shift();
    if (!frame || !this.model) {
      this.showPresent();
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
    const story = [...this.model.story, ...frame.narration];
    this.model = { ...this.model, story, spoken: { polite: frame.narration, urgent: "" } };
    this.awaitNextFrame();
  }

  /**
   * Shows a view, signals and stages what happened; returns the time that it takes at steady pace.
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
    if (!isMoving()) return 0;
    const acts = this.animator.acts(before, frame.view, new CardWidgets(this.model, this));
    this.acts.push(...acts);
    return Math.max(eventTime(cues), ...acts.map(this.animator.timeOf));
  }

  /** @param {{view: import("./types.js").View}} frame */
  showView({ view }) {
    if (!this.model) return;
    this.number += 1;
    const { placed, game } = this.model;
    const now = view.seat === this.model.view.seat ? placed : new Map();
    this.model = { ...this.model, view, placed: assignKeys(now, game.zones(view), this.number) };
  }

  /** Shows the present state, then replays the queued input. */
  showPresent() {
    if (!this.model) return;
    const { tableView, selection, placed, dialog } = this.model;
    const mine = tableView.legal_actions.length > 0 && !tableView.is_over;
    const last = tableView.frames[tableView.frames.length - 1];
    this.change({
      busy: false,
      skippable: false,
      legalActions: mine && !this.pendingCommand ? tableView.legal_actions : [],
      story: appendStory(this.model.story, tableView.narration),
      selection: keepSelection(selection, [...placed.values()].flat()),
      dialog: this.justEnded ? "result" : dialog,
      spoken: { polite: this.number ? last.narration : [], urgent: mine ? tableView.prompt : "" },
    });
    if (this.justEnded) signal([{ name: mood(this.model) === "won" ? "victory" : "defeat" }]);
    else if (mine) this.signalTurn(last);
    this.justEnded = false;
    document.title = mine ? `\u25cf ${tableView.prompt}` : this.model.words.text("name");
    const queued = this.queuedInputs.splice(0);
    for (const touch of queued) touch();
    if (!queued.length) this.takeRoutine();
  }

  /** Shows the remaining frames at once. */
  skipFrames() {
    clearTimeout(this.timer);
    this.animator?.skipActs();
    this.eventEnd = 0;
    if (!this.model?.busy) return;
    for (const frame of this.frames.splice(0)) this.showView(frame);
    this.showPresent();
  }

  skip() {
    this.skipFrames();
  }

  refresh() {
    this.change({});
  }

  /** @param {Partial<Model>} changed */
  change(changed) {
    if (!this.model) return;
    this.model = { ...this.model, ...changed };
    const page = tablePage(this.model, this);
    const acts = this.acts.splice(0);
    const perform = this.animator?.prepare(acts, this.renderer.root, slowness());
    const staged = acts.map(({ zone }) => zone);
    if (this.justEnded && changed.dialog) this.renderer.fadeTo(page, this.model.placed);
    else this.renderer.update(page, this.model.placed, staged);
    perform?.();
  }

  /**
   * Handles input now, or queues it until the last command is answered.
   *
   * @param {(model: Model) => Outcome} touch
   */
  handleInput(touch) {
    this.skipFrames();
    if (!this.model) return;
    if (this.pendingCommand) {
      this.queuedInputs.push(() => this.handleInput(touch));
      return;
    }
    const { selection, actions } = touch(this.model);
    if (!actions.length) {
      this.signalSelection(selection);
      this.change({ selection });
      return;
    }
    this.take(actions, selection);
  }

  /**
   * @param {number[]} actions
   * @param {import("./selection.js").Selection} selection
   */
  take(actions, selection) {
    if (!this.model) return;
    this.pendingCommand = this.connection.send({
      type: "take_actions",
      version: this.model.tableView.version,
      actions,
    });
    this.predict(actions);
    this.change({ selection, legalActions: [], notice: "" });
  }

  /** Takes the actions that the user wishes to be taken without a question. */
  takeRoutine() {
    if (!this.model || preferences().routine) return;
    const actions = this.model.game.routine?.(this.model.legalActions) ?? [];
    if (actions.length) this.take(actions, EMPTY_SELECTION);
  }

  /**
   * Signals that a card is lifted or put down.
   *
   * @param {import("./selection.js").Selection} next
   */
  signalSelection(next) {
    const change = selectedCount(next) - selectedCount(this.model?.selection ?? EMPTY_SELECTION);
    const lifts = next.lifted && next.lifted !== this.model?.selection.lifted;
    if (change || lifts) signal([{ name: change < 0 ? "lower" : "lift" }]);
  }

  /**
   * Signals the viewer's turn after the decision of another player, once.
   *
   * @param {Frame} last
   */
  signalTurn({ seat, action_count: count }) {
    const ownSeats = this.model?.tableView.own_seats ?? [];
    const isNew = this.number > 0 && count !== this.turnCount;
    if (isNew && seat >= 0 && !ownSeats.includes(seat)) signal([{ name: "turn" }]);
    this.turnCount = count;
  }

  /**
   * Renders the predicted result of a single action until the reply replaces it (optimistic update).
   *
   * @param {number[]} actions
   */
  predict([action, ...more]) {
    if (!this.model || more.length) return;
    const legalAction = this.model.legalActions.find((one) => one.action === action);
    const view = legalAction && this.model.game.predict(this.model.view, legalAction);
    if (view) this.eventEnd = performance.now() + this.showEvent({ view }) * slowness();
  }

  /** @param {CardRef} cardRef */
  tap(cardRef) {
    this.handleInput(({ selection, legalActions, placed, game }) =>
      isPlaced(cardRef, placed)
        ? tap(selection, legalActions, cardRef, game.deliberateKinds)
        : { selection, actions: [] },
    );
  }

  /** @param {CardRef | null} cardRef */
  lift(cardRef) {
    this.handleInput(() => ({
      selection: cardRef ? { ...EMPTY_SELECTION, lifted: cardRef } : EMPTY_SELECTION,
      actions: [],
    }));
  }

  /** @param {number} action */
  choose(action) {
    if (!this.pendingCommand)
      this.handleInput(({ selection, legalActions }) => choose(selection, legalActions, action));
  }

  /** @param {string} pile */
  aim(pile) {
    this.handleInput(({ selection, legalActions }) => aim(selection, legalActions, pile));
  }

  /**
   * @param {CardRef} cardRef
   * @param {string} pile
   */
  drop(cardRef, pile) {
    this.handleInput(({ selection, legalActions }) => drop(selection, legalActions, cardRef, pile));
  }

  gather() {
    this.handleInput(({ selection }) => gather(selection));
  }

  /** Puts the lifted card down, or clears the end from the table. */
  putDown() {
    if (this.model?.dialog === "result") this.open("");
    else this.lift(null);
  }

  /** @param {Command} command */
  send(command) {
    this.skipFrames();
    if (command.type === "rematch") this.followsRematch = true;
    this.connection.send(command);
  }

  /**
   * Requests a hint, or stops it.
   *
   * @param {boolean} [sure] confirms that the game becomes unranked
   */
  hint(sure = false) {
    if (!this.model) return;
    const { tableView, hint, legalActions } = this.model;
    if (hint) {
      this.change({ hint: null });
      this.send({ type: "stop_hint" });
    } else if (legalActions.length && tableView.hint) {
      if (tableView.hint === "free" || sure) this.send({ type: "request_hint" });
      this.open(tableView.hint === "free" || sure ? "" : "hint");
    }
  }

  /** Speaks what matters now: the question, the state of the game, the hand. */
  speakSituation() {
    if (!this.model) return;
    const { game, view, tableView, legalActions, spoken, words } = this.model;
    const widgets = new CardWidgets(this.model, this);
    const question = legalActions.length ? tableView.prompt : "";
    const hand = view.hand?.length
      ? `${words.text("pile.hand")}: ${view.hand.map((/** @type {string} */ card) => words.text(`card.${card}`)).join(", ")}.`
      : "";
    const said = [question, ...game.situation(view, widgets), hand].filter(Boolean).join(" ");
    // A live region speaks only changes: the space makes a repetition one.
    const urgent = spoken.urgent === said ? `${said}\u00a0` : said;
    this.change({ spoken: { polite: [], urgent } });
  }

  toggleSound() {
    const sound = !preferences().sound;
    setPreferences({ sound });
    signal([{ name: "turn" }]);
    this.showNotice(this.model?.words.text(`page.table.sound.${sound ? "on" : "off"}`) ?? "");
  }

  /** @param {string} dialog */
  open(dialog) {
    if (this.model && this.model.dialog !== dialog) this.change({ dialog });
  }
}

/** @param {import("./selection.js").Selection} selection */
function selectedCount({ lifted, gathered }) {
  return gathered.length + Number(Boolean(lifted));
}

/**
 * @param {CardRef} cardRef
 * @param {import("./types.js").Placement} placed
 */
function isPlaced({ zone, key, card }, placed) {
  const cards = placed.get(zone);
  return !cards || cards.some((one) => one.key === key && one.card === card);
}

/**
 * Appends the latest sentences to the story, without the overlap.
 *
 * @param {string[]} story
 * @param {string[]} latest
 */
export function appendStory(story, latest) {
  for (let shared = Math.min(story.length, latest.length); shared > 0; shared -= 1) {
    const end = story.slice(story.length - shared);
    if (end.every((sentence, index) => sentence === latest[index])) {
      return [...story, ...latest.slice(shared)];
    }
  }
  return latest;
}
