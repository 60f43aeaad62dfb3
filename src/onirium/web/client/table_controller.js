/** Sitting at a table: what the server tells and what the player touches meet here. */

import { aim, choose, drop, gather, kept, NOTHING, tap } from "./selection.js";
import { hintOf, saidOf } from "./hint_model.js";
import { follow } from "./card_identity.js";
import { Link } from "./connection.js";
import { page } from "./table_view.js";
import { Show } from "./renderer.js";
import { watch } from "./input.js";

/** @typedef {import("./protocol.js").Frame} Frame */
/** @typedef {import("./connection.js").Message} Message */
/** @typedef {import("./types.js").Model} Model */
/** @typedef {import("./protocol.js").Command} Command */
/** @typedef {import("./types.js").Picked} Picked */
/** @typedef {import("./protocol.js").TableView} TableView */
/** @typedef {import("./selection.js").Outcome} Outcome */

const SPACING = 250;
const LONGEST_QUEUE = 2000;
const TIME_OF_NOTICE = 5000;
const TIME_OF_PHRASE = 8000;

/** @param {import("./main.js").Setting} setting */
export function begin(setting) {
  const sitting = new Sitting(setting);
  watch(setting.root, sitting);
  keepAwake();
  document.addEventListener("visibilitychange", keepAwake);
}

/** Keeps the screen lit while one thinks, where the browser allows it. */
function keepAwake() {
  if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
}

export class Sitting {
  /** @param {import("./main.js").Setting} setting */
  constructor({ root, table, ...setting }) {
    this.show = new Show(root);
    /** @type {Model | null} */
    this.model = null;
    this.setting = setting;
    /** Frames that are still to be shown. @type {Frame[]} */
    this.frames = [];
    this.timer = 0;
    this.number = 0;
    /** The id of the command that is not answered yet. */
    this.awaited = "";
    /** What was touched meanwhile. @type {(() => void)[]} */
    this.early = [];
    this.follows = false;
    this.link = new Link(table, this);
  }

  /** @param {Message} message */
  hear(message) {
    if (message.command_id && message.command_id === this.awaited) this.awaited = "";
    if (message.type === "table_view") this.see(message);
    else if (message.type === "rejected") this.refuse(message.reason, message.table_view);
    else if (message.type === "hint_update") this.weigh(message);
    else this.change({ invitation: message, dialog: "invitation" });
  }

  /** @param {import("./protocol.js").HintUpdate} chances */
  weigh(chances) {
    const { sight, hint: before, words } = this.model ?? {};
    if (!sight || !words) return;
    const hint = chances.version === sight.version ? hintOf(chances, sight.legal_actions) : null;
    const news = hint && (!before || hint.complete) ? [saidOf(hint, words)] : [];
    this.change({ hint, spoken: { polite: news, urgent: "" } });
  }

  /** @param {"open" | "waiting" | "lost"} line */
  tell(line) {
    if (this.model && this.model.line !== line) this.change({ line });
  }

  /**
   * @param {string} reason
   * @param {TableView | null} [sight]
   */
  refuse(reason, sight) {
    this.early = [];
    if (sight) this.see(sight);
    this.say(reason);
  }

  /** @param {string} notice */
  say(notice) {
    this.change({ notice });
    setTimeout(() => this.model?.notice === notice && this.change({ notice: "" }), TIME_OF_NOTICE);
  }

  /** @param {TableView} sight */
  see(sight) {
    if (sight.rematch_table_id && this.follows) location.assign(`/t/${sight.rematch_table_id}`);
    if (!this.model) {
      this.model = this.first(sight);
      this.present();
      return;
    }
    this.skipFrames();
    const wasOver = this.model.sight.is_over;
    // What one player was told is not for the eyes of the next at the same device.
    if (sight.viewed_seat !== this.model.sight.viewed_seat) {
      this.model = { ...this.model, story: [] };
    }
    this.listen(sight.chat.slice(this.model.sight.chat.length));
    const { viewed_seat: seat, version } = this.model.sight;
    const hint = sight.version === version && sight.viewed_seat === seat ? this.model.hint : null;
    this.model = { ...this.model, sight, hint, choices: [] };
    this.frames = this.isNews(sight) ? [...sight.frames] : sight.frames.slice(-1);
    this.ends = sight.is_over && !wasOver;
    if (this.early.length) this.frames = this.frames.slice(-1);
    this.spacing = Math.min(SPACING, LONGEST_QUEUE / this.frames.length);
    this.next();
  }

  /**
   * Shows for a while what was said.
   *
   * @param {{seat: number, phrase: string}[]} said
   */
  listen(said) {
    if (!said.length || !this.model) return;
    this.model = { ...this.model, said };
    setTimeout(() => this.model?.said === said && this.change({ said: [] }), TIME_OF_PHRASE);
  }

  /** Tells whether a sight shows the same eyes what happened since. @param {TableView} sight */
  isNews(sight) {
    return sight.frames.length > 1 && sight.viewed_seat === this.model?.view.seat;
  }

  /**
   * @param {TableView} sight
   * @returns {Model}
   */
  first(sight) {
    const { view } = sight.frames[sight.frames.length - 1];
    return {
      ...this.setting,
      sight,
      view,
      choices: [],
      story: sight.narration,
      placed: follow(new Map(), this.setting.game.zones(view), 0),
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

  /** Shows the next frame, or the present. */
  next() {
    const frame = this.frames.shift();
    if (!frame || !this.model) return;
    this.lay(frame);
    if (!this.frames.length) {
      this.present();
      return;
    }
    const story = [...this.model.story, ...frame.narration];
    this.change({ story, busy: true, spoken: { polite: frame.narration, urgent: "" } });
    this.timer = window.setTimeout(() => this.next(), this.spacing);
  }

  /** @param {{view: import("./types.js").View}} frame */
  lay({ view }) {
    if (!this.model) return;
    this.number += 1;
    const { placed, game } = this.model;
    const now = view.seat === this.model.view.seat ? placed : new Map();
    this.model = { ...this.model, view, placed: follow(now, game.zones(view), this.number) };
  }

  /** Shows where the game stands, and lets what was touched meanwhile count. */
  present() {
    if (!this.model) return;
    const { sight, held, placed, dialog } = this.model;
    const mine = sight.legal_actions.length > 0 && !sight.is_over;
    const last = sight.frames[sight.frames.length - 1];
    this.change({
      busy: false,
      choices: mine && !this.awaited ? sight.legal_actions : [],
      story: joined(this.model.story, sight.narration),
      held: kept(held, [...placed.values()].flat()),
      dialog: this.ends ? "result" : dialog,
      spoken: { polite: this.number ? last.narration : [], urgent: mine ? sight.prompt : "" },
    });
    this.ends = false;
    if (mine && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
    document.title = mine ? `\u25cf ${sight.prompt}` : this.model.words.text("name");
    const early = this.early.splice(0);
    for (const touch of early) touch();
  }

  /** Shows at once what is still to be shown. */
  skipFrames() {
    clearTimeout(this.timer);
    if (!this.frames.length || !this.model) return;
    const rest = this.frames.splice(0);
    for (const frame of rest) this.lay(frame);
    this.present();
  }

  skip() {
    this.skipFrames();
  }

  /** @param {Partial<Model>} changed */
  change(changed) {
    if (!this.model) return;
    this.model = { ...this.model, ...changed };
    this.show.show(page(this.model, this), this.model.placed);
  }

  /**
   * Lets a touch count: at once, or as soon as the last action is answered.
   *
   * @param {(model: Model) => Outcome} touch
   */
  touch(touch) {
    this.skipFrames();
    if (!this.model) return;
    if (this.awaited) {
      this.early.push(() => this.touch(touch));
      return;
    }
    const { held, actions } = touch(this.model);
    if (!actions.length) {
      this.change({ held });
      return;
    }
    this.awaited = this.link.send({ type: "take_actions", version: this.model.sight.version, actions });
    this.foresee(actions);
    this.change({ held, choices: [], notice: "" });
  }

  /**
   * Shows a single decision at once, as the table will most likely be; the answer takes its place.
   *
   * @param {number[]} actions
   */
  foresee([action, ...more]) {
    if (!this.model || more.length) return;
    const choice = this.model.choices.find((one) => one.action === action);
    const view = choice && this.model.game.guess(this.model.view, choice);
    if (view) this.lay({ view });
  }

  /** @param {Picked} picked */
  tap(picked) {
    this.touch(({ held, choices, placed }) =>
      lies(picked, placed) ? tap(held, choices, picked) : { held, actions: [] },
    );
  }

  /** @param {Picked | null} picked */
  lift(picked) {
    this.touch(() => ({ held: picked ? { ...NOTHING, lifted: picked } : NOTHING, actions: [] }));
  }

  /** @param {number} action */
  choose(action) {
    if (!this.awaited) this.touch(({ held, choices }) => choose(held, choices, action));
  }

  /** @param {string} pile */
  aim(pile) {
    this.touch(({ held, choices }) => aim(held, choices, pile));
  }

  /**
   * @param {Picked} picked
   * @param {string} pile
   */
  drop(picked, pile) {
    this.touch(({ held, choices }) => drop(held, choices, picked, pile));
  }

  gather() {
    this.touch(({ held }) => gather(held));
  }

  putDown() {
    this.lift(null);
  }

  /** @param {Command} order */
  send(order) {
    this.skipFrames();
    if (order.type === "rematch") this.follows = true;
    this.link.send(order);
  }

  /**
   * Asks for a hint, or has no more of it.
   *
   * @param {boolean} [sure] that the game may become practice
   */
  hint(sure = false) {
    if (!this.model) return;
    const { sight, hint, choices } = this.model;
    if (hint) {
      this.change({ hint: null });
      this.send({ type: "stop_hint" });
    } else if (choices.length && sight.hint) {
      if (sight.hint === "free" || sure) this.send({ type: "request_hint" });
      this.open(sight.hint === "free" || sure ? "" : "hint");
    }
  }

  /** @param {string} dialog */
  open(dialog) {
    if (this.model && this.model.dialog !== dialog) this.change({ dialog });
  }
}

/**
 * @param {Picked} picked
 * @param {import("./types.js").Placement} placed
 */
function lies({ zone, key, card }, placed) {
  const cards = placed.get(zone);
  return !cards || cards.some((one) => one.key === key && one.card === card);
}

/**
 * The story so far with its latest sentences, some of which it may have already.
 *
 * @param {string[]} story
 * @param {string[]} latest
 */
export function joined(story, latest) {
  for (let shared = Math.min(story.length, latest.length); shared > 0; shared -= 1) {
    const end = story.slice(story.length - shared);
    if (end.every((sentence, place) => sentence === latest[place])) {
      return [...story, ...latest.slice(shared)];
    }
  }
  return latest;
}
