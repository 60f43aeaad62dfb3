/** The names of the occupants of seats, and the sentences that begin with them. */

import { nameOnDevice } from "./device_names.js";

/**
 * The part of a model that names need.
 *
 * @typedef {object} Named
 * @property {{seats: {name: string, occupant: string}[], own_seats?: number[]}} tableView
 * @property {import("./i18n.js").Words} words
 */

/**
 * Returns the name of a seat's occupant; each of the bots at a table has its own.
 *
 * @param {Named} named
 * @param {number} seat
 */
export function seatName({ tableView, words }, seat) {
  const { name, occupant } = tableView.seats[seat] ?? { name: "", occupant: "human" };
  const known = nameOnDevice(tableView, seat) || name;
  if (known) return known;
  if (occupant === "human") return numberedName(words, seat);
  return words.text(`page.bot_name.${seat + 1}`);
}

/**
 * Returns the name of a bot's strength.
 *
 * @param {string} bot
 * @param {import("./i18n.js").Words} words
 */
export function strengthName(bot, words) {
  const key = `page.occupant.${bot}`;
  return words.has(key) ? words.text(key) : bot;
}

/**
 * Returns the name of a seat's occupant, with the number of the seat if another has that name.
 *
 * @param {Named} named
 * @param {number} seat
 */
export function distinctName(named, seat) {
  const name = seatName(named, seat);
  const { seats } = named.tableView;
  const isShared = seats.some((_, other) => other !== seat && seatName(named, other) === name);
  const distinct = isShared ? `${name} ${seat + 1}` : name;
  // Arabic and Hebrew letters would change places with a number beside them: they are isolated.
  return distinct.replace(/.*[\u0590-\u08ff].*/, "\u2068$&\u2069");
}

/**
 * Returns a sentence of the narration with the name of its player instead of the number.
 *
 * @param {Named} named
 * @param {string} sentence
 */
export function nameSpeaker(named, sentence) {
  const { words } = named;
  const seat = speakerOf(named, sentence);
  if (seat < 0) return sentence;
  /** @param {number} one */
  const name = (one) => distinctName(named, one);
  const { length } = numberedName(words, seat);
  return name(seat) + nameOwners(sentence.slice(length), seat, name, words);
}

/**
 * Returns the seat whose player begins a sentence of the narration, or -1.
 *
 * @param {Named} named
 * @param {string} sentence
 */
function speakerOf({ tableView, words }, sentence) {
  return tableView.seats.findIndex((_, seat) => sentence.startsWith(numberedName(words, seat)));
}

/**
 * Returns the number of sentences up to the end of a seat's last turn, or -1 if the others have not
 * acted since. Its own sentences at the end belong to the present turn.
 *
 * @param {Named} named
 * @param {string[]} narration
 * @param {number} seat
 */
export function lastTurnEnd(named, narration, seat) {
  const speakers = narration.map((sentence) => speakerOf(named, sentence));
  const others = speakers.map((speaker) => speaker >= 0 && speaker !== seat);
  const past = speakers.slice(0, Math.max(0, others.lastIndexOf(true)));
  return past.lastIndexOf(seat) + 1 || -1;
}

/**
 * @param {import("./i18n.js").Words} words
 * @param {number} seat
 */
function numberedName(words, seat) {
  return words.text("player", { number: seat + 1 });
}

/**
 * Returns a text with the names of the owners of creatures: 2.1 is the first of the second player.
 *
 * @param {string} text
 * @param {number} speaker seat whose creatures need no name
 * @param {(seat: number) => string} name
 * @param {import("./i18n.js").Words} words
 */
export function nameOwners(text, speaker, name, words) {
  return text.replace(/\b(\d+)\.(\d+)\b/g, (_, owner, number) =>
    owner - 1 === speaker
      ? number
      : words.text("page.table.owned", { number, player: name(owner - 1) }),
  );
}

/**
 * Returns a table view whose actions name the owners of their targets.
 *
 * @template {import("./protocol.js").TableView} T
 * @param {T} tableView
 * @param {import("./i18n.js").Words} words
 * @returns {T}
 */
export function nameTargets(tableView, words) {
  /** @param {number} seat */
  const name = (seat) => distinctName({ tableView, words }, seat);
  /** @param {string} text */
  const named = (text) => nameOwners(text, tableView.viewed_seat, name, words);
  const actions = tableView.legal_actions.map((one) => ({
    ...one,
    label: named(one.label),
    note: named(one.note),
  }));
  return { ...tableView, legal_actions: actions };
}
