/** Loads the analysis of a finished game, and looks up values in it. */

import { pathTo } from "./paths.js";

/** @typedef {import("./protocol.js").GameAnalysis} GameAnalysis */
/** @typedef {import("./protocol.js").SeatAnalysis} SeatAnalysis */
/** @typedef {import("./protocol.js").DecisionAnalysis} DecisionAnalysis */

/**
 * Streams the analysis of a table: progress messages, then the result.
 *
 * @param {string} table
 * @param {(done: number, all: number) => void} tell
 * @returns {Promise<GameAnalysis>} rejected if the analysis failed; the message is the server's
 *   reason, or empty
 */
export function loadAnalysis(table, tell) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(pathTo(`/api/t/${table}/analysis`));
    source.onmessage = ({ data }) => {
      /** @type {import("./protocol.js").AnalysisProgress | import("./protocol.js").AnalysisRejected | GameAnalysis} */
      const said = JSON.parse(data);
      if (said.type === "analysis_progress") {
        tell(said.done, said.total);
        return;
      }
      source.close();
      if (said.type === "analysis_rejected") reject(new Error(said.reason));
      else resolve(said);
    };
    // An end without a result is an error too: close, or the browser would ask again.
    source.onerror = () => {
      source.close();
      reject(new Error(""));
    };
  });
}

/**
 * Returns the first index at which the game has a number of actions.
 *
 * @param {number} step
 * @param {number[]} kept
 */
export function indexOfStep(step, kept) {
  const index = kept.findIndex((number) => number >= step);
  return index < 0 ? kept.length - 1 : index;
}

/**
 * Returns the win probability of a seat at an index, or the latest one before it.
 *
 * @param {SeatAnalysis} balance
 * @param {number[]} kept
 * @param {number} index
 */
export function winProbabilityAt({ curve, initial_win_probability: opening }, kept, index) {
  const known = curve.filter(([step]) => indexOfStep(step, kept) <= index);
  return known.at(-1)?.[1] ?? opening;
}
