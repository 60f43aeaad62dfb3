/** The questions about spells before each draw, which a switch of the menu suppresses. */

/**
 * O8.6 Returns the action that draws a card if the only alternatives are spells.
 *
 * @param {import("../protocol.js").LegalAction[]} legalActions
 */
export function routine(legalActions) {
  const isSpell = (/** @type {string} */ kind) => kind.startsWith("cast ");
  const [draw, ...others] = legalActions.filter(({ kind }) => !isSpell(kind));
  return draw?.kind === "draw" && !others.length ? [draw.action] : [];
}

/**
 * O8.6 Returns the label of the switch for questions about spells before each draw.
 *
 * @param {import("../types.js").TableView["options"]} options
 * @param {import("../types.js").Words} words
 */
export function routineLabel({ expansions }, words) {
  const hasSpells = /** @type {string[]} */ (expansions ?? []).includes("book");
  return hasSpells ? words.text("page.table.onirim.spells") : "";
}
