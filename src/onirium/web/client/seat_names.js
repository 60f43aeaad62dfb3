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
 * Returns the name of a seat's occupant.
 *
 * @param {Named} named
 * @param {number} seat
 */
export function seatName({ tableView, words }, seat) {
  const { name, occupant } = tableView.seats[seat] ?? { name: "", occupant: "human" };
  const known = nameOnDevice(tableView, seat) || name;
  if (known) return known;
  if (occupant === "human") return words.text("player", { number: seat + 1 });
  const key = `page.occupant.${occupant}`;
  return words.has(key) ? words.text(key) : occupant;
}

/**
 * Returns the name of a seat's occupant, with the number of the seat if others bear it, too.
 *
 * @param {Named} named
 * @param {number} seat
 */
export function distinctName(named, seat) {
  const name = seatName(named, seat);
  const { seats } = named.tableView;
  const isShared = seats.some((_, other) => other !== seat && seatName(named, other) === name);
  return isShared ? `${name} ${seat + 1}` : name;
}

/**
 * Returns a sentence of the narration with the name of its player instead of the number.
 *
 * @param {Named} named
 * @param {string} sentence
 */
export function nameSpeaker(named, sentence) {
  const { tableView, words } = named;
  const players = tableView.seats.map((_, seat) => words.text("player", { number: seat + 1 }));
  const seat = players.findIndex((player) => sentence.startsWith(player));
  return seat < 0 ? sentence : distinctName(named, seat) + sentence.slice(players[seat].length);
}
