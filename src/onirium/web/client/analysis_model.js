/** What the analysis of a finished game finds. */

/** @typedef {import("./protocol.js").GameAnalysis} Findings */
/** @typedef {import("./protocol.js").SeatAnalysis} Balance */
/** @typedef {import("./protocol.js").DecisionAnalysis} Judged */

/**
 * The findings of a table as they come: progress, then what was found.
 *
 * @param {string} table
 * @param {(done: number, all: number) => void} tell
 * @returns {Promise<Findings>} rejected if nothing was found
 */
export function analysed(table, tell) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(`/api/t/${table}/analysis`);
    source.onmessage = ({ data }) => {
      /** @type {import("./protocol.js").AnalysisProgress | Findings} */
      const said = JSON.parse(data);
      if (said.type === "analysis_progress") {
        tell(said.done, said.total);
        return;
      }
      source.close();
      resolve(said);
    };
    // An end without findings is an error too: the browser is not to ask again.
    source.onerror = () => {
      source.close();
      reject(new Error("no findings"));
    };
  });
}

/**
 * The first place at which the game has so many actions.
 *
 * @param {number} step
 * @param {number[]} kept
 */
export function placeOf(step, kept) {
  const place = kept.findIndex((number) => number >= step);
  return place < 0 ? kept.length - 1 : place;
}

/**
 * The chance of a seat at a place, as far as it is known there.
 *
 * @param {Balance} balance
 * @param {number[]} kept
 * @param {number} place
 */
export function chanceAt({ curve, initial_win_probability: opening }, kept, place) {
  const known = curve.filter(([step]) => placeOf(step, kept) <= place);
  return known.at(-1)?.[1] ?? opening;
}
