/** Seats relative to the viewer, and the visible cards of each. */

import { PARTS } from "./cards.js";

/**
 * @typedef {import("./types.js").View} View
 * @typedef {import("./types.js").Creature} Creature
 */

/** `player` of a view once the game is over. */
const TERMINAL = -2;

/** Returns whether the viewer has a seat; a spectator has none.
 * @param {View} view
 */
export const isAtTable = (view) => view.seat in view.players;

/**
 * Returns the other seats in turn order, or all seats for a spectator.
 *
 * @param {View} view
 */
export function others(view) {
  const seats = view.players.map((_, seat) => seat);
  return isAtTable(view) ? [...seats.slice(view.seat + 1), ...seats.slice(0, view.seat)] : seats;
}

/**
 * Returns the seat whose troupe stands in front: the viewer's, else that of the player on turn.
 *
 * @param {View} view
 */
export const frontSeat = (view) => (isAtTable(view) ? view.seat : view.mover);

/** Returns whether the game is over, be it by a resignation. @param {View} view */
export const isOver = ({ player }) => player === TERMINAL;

/**
 * Returns whether it is the turn of a player.
 *
 * @param {number} seat
 * @param {View} view
 */
export const isOnTurn = (seat, view) => seat === view.mover && !isOver(view);

/**
 * Returns the seats whose troupes stand at the back.
 *
 * @param {View} view
 */
export const backSeats = (view) => others(view).filter((seat) => seat !== frontSeat(view));

/**
 * Returns the hand of another player; unseen cards are "?".
 *
 * @param {View} view
 * @param {number} seat
 */
export function handOf(view, seat) {
  const { known, size } = view.players[seat];
  return view.hands?.[seat] ?? [...known, ...Array(size - known.length).fill("?")];
}

/** @param {number} seat */
export const handZone = (seat) => `hand ${seat + 1}`;

/** @param {Creature} creature */
export const creatureZone = (creature) => `creature ${creature.number}`;

/**
 * Returns the cards of a creature, bottom up.
 *
 * @param {Creature} creature
 */
export const cardsOf = (creature) => PARTS.map((part) => creature[part]).filter(Boolean);

/** @param {Creature} creature */
export const slotOf = (creature) => Number(creature.number.split(".")[1]);

/**
 * Returns the number of the next creature, or an empty string without a free position.
 *
 * @param {View} view
 * @param {number} seat
 */
export function nextNumber(view, seat) {
  const taken = new Set(view.players[seat].creatures.map(slotOf));
  for (let slot = 1; slot <= view.goal; slot += 1) {
    if (!taken.has(slot)) return `${seat + 1}.${slot}`;
  }
  return "";
}
