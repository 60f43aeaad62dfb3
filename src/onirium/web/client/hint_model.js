/** Hints: the chance to win behind each choice. */

/** @typedef {import("./protocol.js").LegalAction} LegalAction */
/** @typedef {import("./i18n.js").Words} Words */

/** @typedef {{choice: LegalAction, chance: number, best: boolean}} Promised */

/**
 * What the choices of a decision promise, the best first.
 *
 * @typedef {{promises: Promised[], version: number, complete: boolean}} Hint
 */

/**
 * What the server says, put to the choices; nothing if there is nothing to say.
 *
 * @param {import("./protocol.js").HintUpdate} update
 * @param {LegalAction[]} choices
 * @returns {Hint | null}
 */
export function hintOf({ action_values: values, version, is_final: complete }, choices) {
  const most = Math.max(...values.map(({ win_probability: chance }) => chance));
  const promises = values
    .map(({ action, win_probability: chance }) => {
      const choice = choices.find((one) => one.action === action);
      return choice ? [{ choice, chance, best: chance === most }] : [];
    })
    .flat()
    .sort((one, other) => other.chance - one.chance);
  return promises.length ? { promises, version, complete } : null;
}

/**
 * The best promise among some choices.
 *
 * @param {Hint | null} hint
 * @param {LegalAction[]} choices
 */
export function promiseOf(hint, choices) {
  return hint?.promises.find(({ choice }) => choices.some((one) => one.action === choice.action));
}

/**
 * A sentence for those who do not see the numbers.
 *
 * @param {Hint} hint
 * @param {Words} words
 */
export function saidOf({ promises: [{ choice, chance }] }, words) {
  return words.text("page.hint.best", { choice: choice.label, chance: words.percent(chance) });
}
