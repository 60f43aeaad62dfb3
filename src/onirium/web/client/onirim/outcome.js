/** The doors that win a game, and why a lost one is lost. */

import { COLOURS, doorsOf } from "./views.js";

/** @typedef {import("../types.js").Model} Model */
/** @typedef {import("../types.js").View} View */

/**
 * O7.6 Returns how two play: partners together, or rivals in a race.
 *
 * @param {Model} model
 */
export function modeOf({ tableView }) {
  return String(tableView.options.mode ?? "together");
}

/**
 * O7.6 Returns the players who win with the viewer: both, or one in a race.
 *
 * @param {View} view
 * @param {Model} model
 * @returns {View[]}
 */
export function sideOf(view, model) {
  return view.partner && modeOf(model) === "together" ? [view, view.partner] : [view];
}

/**
 * O2.1, O7.6 Returns the number of doors with which some players win.
 *
 * @param {View} view
 * @param {View[]} players
 */
export function neededDoors(view, players) {
  return players.length * sum(COLOURS, (colour) => neededOfColour(view, colour));
}

/**
 * Returns the number of doors that some players have found.
 *
 * @param {View[]} players
 */
export function foundDoors(players) {
  return players.flatMap(({ doors }) => doorsOf(doors)).length;
}

/**
 * O6.2, O9.2 Returns why a dream ended that nobody won, before the empty deck.
 *
 * @param {View} view
 * @param {Model} model
 */
export function outcome(view, model) {
  const { deck, towers, returns = [] } = view;
  if (deck.size || returns.some((result) => result > 0)) return "";
  const shut = missingDoors(view, sideOf(view, model));
  if (shut) return model.words.count("page.ending.onirim.shut", shut);
  return towers && !towers.complete ? model.words.text("page.ending.onirim.towers") : "";
}

/**
 * O7.6 Returns the number of doors that some players lack; a second door of a colour replaces none.
 *
 * @param {View} view
 * @param {View[]} players
 */
function missingDoors(view, players) {
  return sum(players, ({ doors }) =>
    sum(COLOURS, (colour) => Math.max(0, neededOfColour(view, colour) - doors[colour])),
  );
}

/**
 * O2.1, O7.6 Returns the number of doors of a colour that a player needs; a reduced box holds fewer.
 *
 * @param {View} view
 * @param {string} colour
 */
function neededOfColour({ doors_to_find: reduced, partner }, colour) {
  if (reduced) return reduced[colour] ?? 0;
  return partner ? 1 : 2;
}

/**
 * @template Value
 * @param {Value[]} values
 * @param {(value: Value) => number} numberOf
 */
function sum(values, numberOf) {
  return values.reduce((total, value) => total + numberOf(value), 0);
}
