/** Hints: the win probability of each legal action. */

/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./i18n.js").Words} Words */

/** @typedef {{legalAction: LegalAction, winProbability: number, best: boolean}} RankedAction */

/**
 * Values of the legal actions of a decision, best first.
 *
 * @typedef {object} Hint
 * @property {RankedAction[]} values
 * @property {boolean} complete
 * @property {boolean} exact
 * @property {[number, number] | null} interval of the best value
 */

/**
 * Joins an update of the server with the legal actions; null without values.
 *
 * @param {import("./protocol.js").HintUpdate} update
 * @param {LegalAction[]} legalActions
 * @returns {Hint | null}
 */
export function buildHint(
  { action_values, is_final: complete, is_exact: exact, interval },
  legalActions,
) {
  const most = Math.max(...action_values.map(({ win_probability: winProbability }) => winProbability));
  const values = action_values
    .map(({ action, win_probability: winProbability }) => {
      const legalAction = legalActions.find((one) => one.action === action);
      return legalAction ? [{ legalAction, winProbability, best: winProbability === most }] : [];
    })
    .flat()
    .sort((one, other) => other.winProbability - one.winProbability);
  return values.length ? { values, complete, exact, interval } : null;
}

/**
 * Returns the best value among some actions.
 *
 * @param {Hint | null} hint
 * @param {LegalAction[]} legalActions
 */
export function bestValue(hint, legalActions) {
  return hint?.values.find(({ legalAction }) =>
    legalActions.some((one) => one.action === legalAction.action),
  );
}

/**
 * Returns how certain the best value is; empty if it is exact, if the certainty is unknown, or if
 * both ends have the same text.
 *
 * @param {Hint} hint
 * @param {Words} words
 */
export function certaintySentence({ exact, interval }, words) {
  if (exact || !interval) return "";
  const [low, high] = interval.map((winProbability) => words.probability(winProbability));
  return low === high ? "" : words.text("page.hint.interval", { low, high });
}

/**
 * Returns a sentence for screen readers.
 *
 * @param {Hint} hint
 * @param {Words} words
 */
export function hintSentence(hint, words) {
  const { legalAction, winProbability } = hint.values[0];
  const best = { choice: legalAction.label, win_probability: words.probability(winProbability) };
  const certainty = certaintySentence(hint, words);
  return [words.text("page.hint.best", best), certainty].filter(Boolean).join("; ");
}
