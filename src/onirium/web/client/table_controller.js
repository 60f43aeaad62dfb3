/** Controller of a table: connects server messages and user input with what is shown. */

import { aim, choose, drop, gather, EMPTY_SELECTION, tap } from "./selection.js";
import { buildHint, hintSentence } from "./hint_model.js";
import { watchBackButton } from "./back_button.js";
import { inviteFriend } from "./first_invitation.js";
import { preferences, setPreferences } from "./preferences.js";
import { signal } from "./feedback.js";
import { rememberCards } from "./card_memory.js";
import { CardWidgets } from "./card_widgets.js";
import { Connection } from "./connection.js";
import { watchLayout } from "./layout.js";
import { watch } from "./input.js";
import { pathTo } from "./host.js";
import { distinctName, nameTargets } from "./seat_names.js";
import { newPhrases, phraseText } from "./seats.js";
import { selectionPrompt } from "./question_view.js";
import { TablePlayback } from "./table_playback.js";
import { Announcer, situation } from "./speech.js";

/** @typedef {import("./connection.js").Message} Message */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./types.js").CardRef} CardRef */
/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./selection.js").Outcome} Outcome */

/** Screens turn off later. */
const WAKE_LOCK_MS = 12_000;
const NOTICE_MS = 5000;
const PHRASE_MS = 8000;

/** @param {import("./main.js").Setting} setting */
export function start(setting) {
  const controller = new TableController(setting);
  watch(setting.root, controller);
  watchBackButton(setting.root);
  watchLayout(() => controller.refresh());
  addEventListener("pagehide", () => controller.model && rememberCards(controller.model));
  setTimeout(() => keepAwake(controller), WAKE_LOCK_MS);
}

/**
 * Keeps the screen on during the game of a person at this device.
 *
 * @param {TableController} controller
 */
async function keepAwake({ playback }) {
  const lock = await import("./wake_lock.js").catch(() => null);
  lock?.keepAwake(() => {
    const { own_seats: own, is_over: isOver } = playback.model?.tableView ?? {};
    return !isOver && Boolean(own?.length);
  });
}

export class TableController {
  /** @param {import("./main.js").Setting} setting */
  constructor({ table, ...setting }) {
    this.words = setting.words;
    const [polite, urgent] = document.querySelectorAll(".unseen");
    this.announcer = new Announcer(polite, urgent);
    this.playback = new TablePlayback(setting, this);
    /** The id of the command that is not answered yet. */
    this.pendingCommand = "";
    /** Input queued until the reply arrives. @type {(() => void)[]} */
    this.queuedInputs = [];
    this.followsRematch = false;
    this.connection = new Connection(table, this);
  }

  get model() {
    return this.playback.model;
  }

  /** @param {Partial<Model>} changed */
  change(changed) {
    this.playback.change(changed);
  }

  /** Replays the queued input, when the present state is shown. */
  resume() {
    const queued = this.queuedInputs.splice(0);
    for (const touch of queued) touch();
    if (!queued.length) this.takeRoutine();
  }

  /** @param {Message} message */
  onMessage(message) {
    if (message.command_id && message.command_id === this.pendingCommand) this.pendingCommand = "";
    if (message.type === "table_view") this.applyTableView(message);
    else if (message.type === "rejected") this.reject(message.reason, message.table_view);
    else if (message.type === "hint_update") this.applyHint(message);
    // A newer server may send other messages.
    else if (message.type === "invitation") this.change({ invitation: message, dialog: "invitation" });
  }

  /** @param {import("./protocol.js").HintUpdate} update */
  applyHint(update) {
    if (!this.model) return;
    const { tableView, hint: before, words } = this.model;
    const hint =
      update.version === tableView.version ? buildHint(update, tableView.legal_actions) : null;
    const isNews = hint && (!before || hint.complete);
    const news = isNews ? hintSentence(hint, words) : "";
    if (!before || news !== hintSentence(before, words)) this.announcer.say(news);
    this.change({ hint, awaitsHint: false });
  }

  /** @param {"open" | "waiting" | "lost"} status */
  onStatus(status) {
    if (!this.model || this.model.connectionStatus === status) return;
    // A touch that nothing answered for so long must not decide later.
    if (status !== "open") this.queuedInputs = [];
    // Without a connection, pictures have failed.
    for (const image of document.images) if (!image.naturalWidth) image.src += "";
    // The server stops the hint of a client that disconnects.
    const { hint } = this.model;
    this.change({ connectionStatus: status, hint: hint?.complete ? hint : null });
  }

  /**
   * @param {string} reason
   * @param {TableView | null} [tableView]
   */
  reject(reason, tableView) {
    this.queuedInputs = [];
    if (tableView) this.applyTableView(tableView);
    this.change({ awaitsHint: false });
    this.showNotice(reason);
  }

  /** @param {string} notice */
  showNotice(notice) {
    clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => this.change({ notice: "" }), NOTICE_MS);
    this.announcer.say(notice);
    this.change({ notice });
  }

  /** @param {TableView} received */
  applyTableView(received) {
    const tableView = nameTargets(received, this.words);
    if (tableView.rematch_table_id && this.followsRematch)
      location.assign(pathTo(`/t/${tableView.rematch_table_id}`));
    if (!this.model) {
      this.playback.begin(tableView);
      inviteFriend(tableView, (command) => this.send(command));
      return;
    }
    const before = this.model.tableView;
    this.playback.showTableView(tableView, this.queuedInputs.length > 0);
    this.forgetInvitation(tableView);
    this.showPhrases(newPhrases(before.chat, tableView.chat));
    if (!before.takeback_request) this.sayTakeback(tableView.takeback_request);
    if (hasDeclined(before, tableView))
      this.showNotice(this.words.text("page.table.takeback.declined"));
  }

  /**
   * Forgets an invitation that is accepted or void, and closes its dialog.
   *
   * @param {TableView} tableView
   */
  forgetInvitation({ seats }) {
    const { invitation, dialog = "" } = this.model ?? {};
    if (!invitation || seats[invitation.seat].is_invited) return;
    this.change({ invitation: null, dialog: dialog === "invitation" ? "" : dialog });
  }

  /**
   * Announces that somebody asks the viewer to agree to a takeback.
   *
   * @param {TableView["takeback_request"]} request
   */
  sayTakeback(request) {
    if (!this.model || !request?.awaits_viewer) return;
    const player = distinctName(this.model, request.seat);
    this.announcer.say(this.words.text("page.table.takeback", { player }));
  }

  /**
   * Shows phrases for a while, and announces them.
   *
   * @param {import("./protocol.js").ChatPhrase[]} phrases
   */
  showPhrases(phrases) {
    const { model } = this;
    if (!model || !phrases.length) return;
    for (const { seat, phrase } of phrases)
      this.announcer.say(`${distinctName(model, seat)}: ${phraseText(phrase, model.words)}`);
    this.change({ phrases: [...model.phrases, ...phrases] });
    setTimeout(() => {
      const later = this.model?.phrases.filter((phrase) => !phrases.includes(phrase));
      this.change({ phrases: later });
    }, PHRASE_MS);
  }

  skip() {
    this.playback.skipFrames();
  }

  refresh() {
    this.change({});
  }

  /**
   * Handles input now, or queues it until the last command is answered.
   *
   * @param {(model: Model) => Outcome} touch
   * @param {string} [question] the one that the user saw last
   */
  handleInput(touch, question = this.model?.tableView.prompt) {
    this.playback.skipFrames();
    if (!this.model) return;
    if (this.pendingCommand) {
      if (this.model.connectionStatus !== "open") return;
      this.queuedInputs.push(() => this.handleInput(touch, question));
      return;
    }
    const { selection, actions } = touch(this.model);
    // A queued touch selects a card, but does not answer a question that its user has not seen.
    if (actions.length && question !== this.model.tableView.prompt) return;
    if (!actions.length) {
      this.signalSelection(selection);
      this.announcer.answer(this.newQuestion(this.model, selection));
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
    this.change({ selection, legalActions: [], awaitsHint: false, notice: "" });
  }

  /** Takes routine actions if the user has suppressed their questions. */
  takeRoutine() {
    if (!this.model || preferences().routine) return;
    const actions = this.model.game.routine?.(this.model.legalActions) ?? [];
    if (actions.length) this.take(actions, EMPTY_SELECTION);
  }

  /**
   * Returns the question about a selection, if it is a new one, else an empty text.
   *
   * @param {Model} model
   * @param {import("./selection.js").Selection} next
   */
  newQuestion(model, next) {
    const questionOf = (/** @type {Model} */ one) => selectionPrompt(one, new CardWidgets(one, this));
    const question = questionOf({ ...model, selection: next });
    return question === questionOf(model) ? "" : question;
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
   * Shows the result of a single action before the reply, if it is certain.
   *
   * @param {number[]} actions
   */
  predict([action, ...more]) {
    if (!this.model || more.length) return;
    const legalAction = this.model.legalActions.find((one) => one.action === action);
    const view = legalAction && this.model.game.predict(this.model.view, legalAction);
    if (view) this.playback.showPrediction(view);
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
    if (!this.model?.showsResult) this.lift(null);
    else {
      this.announcer.silence();
      this.change({ showsResult: false });
    }
  }

  /** @param {Command} command */
  send(command) {
    this.playback.skipFrames();
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
      const awaitsHint = tableView.hint === "free" || sure;
      if (awaitsHint) this.send({ type: "request_hint" });
      this.change({ awaitsHint });
      this.open(awaitsHint ? "" : "hint");
    }
  }

  /**
   * Takes back, or asks first.
   *
   * @param {boolean} [sure] confirms that the game becomes unranked
   */
  takeBack(sure = false) {
    if (!this.model) return;
    const { takeback } = this.model.tableView;
    if (!takeback) {
      this.announcer.say(this.words.text("page.table.undo"));
      return;
    }
    this.change({ notice: "" });
    const isAsked = takeback === "unranked" && !sure;
    this.open(isAsked ? "undo.unranked" : "");
    if (!isAsked) this.send({ type: "take_back" });
  }

  /** Withdraws the request for a takeback; it goes at once, since nobody declines it. */
  withdrawTakeback() {
    if (!this.model) return;
    this.send({ type: "answer_takeback", accept: false });
    this.change({ tableView: { ...this.model.tableView, takeback_request: null } });
  }

  /** Speaks what matters now: the question, the state of the game, the hand. */
  speakSituation() {
    if (!this.model) return;
    const { model } = this;
    this.announcer.answer(situation(model, new CardWidgets(model, this)));
  }

  toggleSound() {
    const sound = !preferences().sound;
    setPreferences({ sound });
    signal([{ name: "turn" }]);
    this.showNotice(this.words.text(`page.table.sound.${sound ? "on" : "off"}`));
  }

  /** @param {string} dialog none closes it; the result lies on the table, below dialogs */
  open(dialog) {
    if (this.model?.dialog === dialog) return;
    this.announcer.silence();
    if (dialog === "result") this.change({ dialog: "", showsResult: true });
    else this.change({ dialog });
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
 * Returns whether a player has declined a takeback that the viewer asked for: the request has gone, but
 * game and players are the same.
 *
 * @param {TableView} before
 * @param {TableView} after
 */
function hasDeclined(before, after) {
  const { takeback_request: asked, own_seats: own } = before;
  if (!asked || !own.includes(asked.seat) || after.takeback_request) return false;
  return positionOf(before) === positionOf(after);
}

/** @param {TableView} tableView */
function positionOf({ frames, is_over: isOver, seats }) {
  return `${isOver} ${frames.at(-1)?.action_count} ${seats.map(({ occupant }) => occupant)}`;
}
