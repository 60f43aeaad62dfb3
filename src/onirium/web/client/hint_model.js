/** Hints: the win probability of each legal action. */

/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./i18n.js").Words} Words */

/** @typedef {{legalAction: LegalAction, chance: number, best: boolean}} RankedAction */

/**
 * Values of the legal actions of a decision, best first.
 *
 * @typedef {{values: RankedAction[], version: number, complete: boolean, exact: boolean}} Hint
 */

/**
 * Joins an update of the server with the legal actions; null without values.
 *
 * @param {import("./protocol.js").HintUpdate} update
 * @param {LegalAction[]} legalActions
 * @returns {Hint | null}
 */
export function buildHint(
  { action_values, version, is_final: complete, is_exact: exact },
  legalActions,
) {
  const most = Math.max(...action_values.map(({ win_probability: chance }) => chance));
  const values = action_values
    .map(({ action, win_probability: chance }) => {
      const legalAction = legalActions.find((one) => one.action === action);
      return legalAction ? [{ legalAction, chance, best: chance === most }] : [];
    })
    .flat()
    .sort((one, other) => other.chance - one.chance);
  return values.length ? { values, version, complete, exact } : null;
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
 * Returns a sentence for screen readers.
 *
 * @param {Hint} hint
 * @param {Words} words
 */
export function hintSentence({ values: [{ legalAction, chance }] }, words) {
  return words.text("page.hint.best", { choice: legalAction.label, chance: words.percent(chance) });
}
