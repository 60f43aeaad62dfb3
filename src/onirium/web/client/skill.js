// Statistics page: measures the skill over the latest games, by analysing one after the other.

import { loadAnalysis } from "./analysis_model.js";
import { Words } from "./i18n.js";
import { gameFigures, measureSkill } from "./skill_model.js";

/** @typedef {import("./skill_model.js").GameFigures} GameFigures */

/** Decimal digits of the percentages. */
const DIGITS = { error: 2, best: 0, adjusted: 0 };

/** @param {HTMLElement} section */
async function measure(section) {
  /** @type {[string, number][]} */
  const tables = JSON.parse(section.dataset.tables ?? "[]");
  const status = section.querySelector("[role=status]");
  /** @type {GameFigures[]} */
  const games = [];
  for (const [index, [table, seat]] of tables.entries()) {
    if (status) status.textContent = `${section.dataset.progress} ${index + 1} / ${tables.length}`;
    try {
      const figures = gameFigures(await loadAnalysis(table, () => {}), seat);
      if (figures) games.push(figures);
    } catch {
      // A game that cannot be analysed now is left out.
    }
  }
  if (status) status.textContent = describeOmissions(section, games.length, tables.length);
  if (games.length) show(section, games);
}

/**
 * Returns a text if games have no figures: resigned ones are losses, so the others are better.
 *
 * @param {HTMLElement} section
 * @param {number} measured
 * @param {number} all
 */
function describeOmissions({ dataset }, measured, all) {
  if (measured === all) return "";
  return measured ? `${dataset.partial} ${measured} / ${all}` : (dataset.none ?? "");
}

/**
 * @param {HTMLElement} section
 * @param {GameFigures[]} games
 */
function show(section, games) {
  const skill = measureSkill(games);
  const words = new Words({}, document.documentElement.lang);
  for (const name of /** @type {const} */ (["error", "best", "adjusted"])) {
    const { mean, interval } = skill[name];
    const percent = (/** @type {number} */ share) => words.percent(share, DIGITS[name]);
    const field = section.querySelector(`[data-figure=${name}]`);
    if (!field) continue;
    const ends = interval?.map(percent).join(" \u2013 ");
    field.textContent = ends ? `${percent(mean)} (${ends})` : percent(mean);
  }
  const list = section.querySelector("dl");
  if (list) list.hidden = false;
}

for (const section of document.querySelectorAll(".skill")) {
  const button = section.querySelector("button");
  if (!(section instanceof HTMLElement) || !button) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    await measure(section);
    button.hidden = true;
  });
}
