/** Speech: what the live regions say and in which order, and the text of a zone. */

import { spokenResult } from "./ending.js";
import { distinctName } from "./seat_names.js";
import { recap } from "./table_view.js";

/** @typedef {import("./card_widgets.js").CardWidgets} CardWidgets */
/** @typedef {import("./types.js").Model} Model */

/**
 * Speaks through the two live regions of the page. What follows from one event is one text: screen
 * readers say two regions that change at once in any order, and drop the polite one.
 */
export class Announcer {
  /**
   * @param {Pick<Element, "textContent">} polite the region of news, spoken after the current speech
   * @param {Pick<Element, "textContent">} urgent that of answers to the keyboard, spoken at once
   */
  constructor(polite, urgent) {
    this.polite = polite;
    this.urgent = urgent;
    /** What follows from the present event, in order. @type {string[]} */
    this.texts = [];
    this.region = polite;
    this.spokenTutorial = "";
  }

  /** @param {string} news */
  say(news) {
    if (!news) return;
    if (!this.texts.length) queueMicrotask(() => this.speak());
    this.texts.push(news);
  }

  /** @param {string} answer */
  answer(answer) {
    if (answer) this.region = this.urgent;
    this.say(answer);
  }

  speak() {
    const text = this.texts.splice(0).join(" ");
    if (!text) return;
    const { region } = this;
    const before = region.textContent;
    this.silence();
    // Live regions speak only changes: a repeated text differs by a space.
    region.textContent = text === before ? `${text}\u00a0` : text;
  }

  /** Empties the regions, which are spoken again when a dialog closes. */
  silence() {
    this.texts = [];
    this.region = this.polite;
    this.polite.textContent = "";
    this.urgent.textContent = "";
  }

  /**
   * Says what has happened, and what is asked now or how the game has ended.
   *
   * @param {Model} model
   * @param {CardWidgets} widgets
   * @param {string[]} news
   * @param {boolean} justEnded
   */
  sayPresent(model, widgets, news, justEnded) {
    const present = justEnded ? spokenResult(model, widgets) : question(model, widgets);
    for (const text of [...news, present, this.newTutorialText(model)]) this.say(text);
  }

  /** Returns the text of a tutorial, once for all the actions that it explains. @param {Model} model */
  newTutorialText({ tableView }) {
    const { text = "" } = tableView.tutorial ?? {};
    const isNew = text !== this.spokenTutorial;
    this.spokenTutorial = text;
    return isNew ? text : "";
  }
}

/**
 * Returns the question for screen readers, with its player at a shared device and the state of the turn,
 * or the request to pass the device.
 *
 * @param {Model} model
 * @param {CardWidgets} widgets
 */
function question(model, widgets) {
  const { tableView, view, words, game } = model;
  const seat = tableView.handover_seat;
  if (seat >= 0) return words.text("page.table.pass_device", { player: distinctName(model, seat) });
  if (!tableView.legal_actions.length || tableView.is_over) return "";
  const whom = tableView.own_seats.length > 1 ? `${distinctName(model, view.player)}: ` : "";
  return [`${whom}${tableView.prompt}`, ...(game.turnFacts?.(view, widgets) ?? [])].join(" ");
}

/**
 * Returns what matters now: the question, the state of the game, the hand.
 *
 * @param {Model} model
 * @param {CardWidgets} widgets
 */
export function situation(model, widgets) {
  const { game, view, tableView, legalActions, words, busy } = model;
  if (tableView.handover_seat >= 0)
    return [`${question(model, widgets)}.`, ...recap(model)].join(" ");
  if (tableView.is_over && !busy) return spokenResult(model, widgets);
  const asked = legalActions.length ? tableView.prompt : "";
  const names = view.hand?.map((/** @type {string} */ card) => widgets.cardName(card));
  const hand = tableView.own_seats.includes(view.seat)
    ? `${words.text(game.handKey?.(view) ?? "pile.hand")}: ${names.join(", ") || words.text("pile.empty")}.`
    : "";
  const state = game.situation(view, widgets).map((sentence) => words.capitalize(sentence));
  return [asked, tableView.tutorial?.text, ...state, hand].filter(Boolean).join(" ");
}

/** Elements that are not read with the text around them. */
const SILENT = "button, svg, [aria-hidden=true], [hidden]";

/**
 * Returns the text and the names of the pictures in an element, without its buttons, which are read
 * when they are reached.
 *
 * @param {Element} element
 * @returns {string}
 */
export function textOf(element) {
  if (element.matches(SILENT)) return "";
  if (element instanceof HTMLImageElement) return element.alt;
  const pieces = [""];
  for (const node of element.childNodes) {
    // Templates split a text into several nodes.
    if (node instanceof Text) pieces[pieces.length - 1] += node.data;
    else if (node instanceof Element) pieces.push(textOf(node), "");
  }
  const texts = pieces.map((piece) => piece.trim()).filter(Boolean);
  return texts.join(", ").replaceAll(":,", ":");
}
