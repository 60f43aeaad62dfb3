/** Loads the analysis of a finished game, and looks up values in it. */

import { pathTo } from "./host.js";

/** @typedef {import("./protocol.js").GameAnalysis} GameAnalysis */
/** @typedef {import("./protocol.js").SeatAnalysis} SeatAnalysis */
/** @typedef {import("./protocol.js").DecisionAnalysis} DecisionAnalysis */

/**
 * Streams the analysis of a table: progress messages, then the result.
 *
 * @param {string} table
 * @param {(done: number, all: number) => void} onProgress
 * @returns {Promise<GameAnalysis>} rejected if the analysis failed; the error has the server's
 *   reason, or is empty
 */
export function loadAnalysis(table, onProgress) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(pathTo(`/api/t/${table}/analysis`));
    source.onmessage = ({ data }) => {
      /** @type {import("./protocol.js").AnalysisProgress | import("./protocol.js").AnalysisRejected | GameAnalysis} */
      const message = JSON.parse(data);
      if (message.type === "analysis_progress") {
        onProgress(message.done, message.total);
        return;
      }
      source.close();
      if (message.type === "analysis_rejected") reject(new Error(message.reason));
      else resolve(message);
    };
    // An end without a result is an error too: close, or the browser would ask again.
    source.onerror = () => {
      source.close();
      reject(new Error(""));
    };
  });
}

/**
 * Returns the first index of a replay at which the game has a number of actions.
 *
 * @param {number} step
 * @param {number[]} actionCounts number of actions at each index
 */
export function indexOfStep(step, actionCounts) {
  const index = actionCounts.findIndex((number) => number >= step);
  return index < 0 ? actionCounts.length - 1 : index;
}

/**
 * Returns the win probability of a seat at an index, or the latest one before it.
 *
 * @param {SeatAnalysis} analysis
 * @param {number[]} actionCounts
 * @param {number} index
 */
export function winProbabilityAt({ curve, initial_win_probability: opening }, actionCounts, index) {
  const known = curve.filter(([step]) => indexOfStep(step, actionCounts) <= index);
  return known.at(-1)?.[1] ?? opening;
}
