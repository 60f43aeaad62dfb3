/** Words and numbers in the language of the reader. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import test from "node:test";
import { Words } from "../../src/onirium/web/client/i18n.js";

/** The catalogues that the terminal shares with the client; gettext selects by their header. */
const CATALOGUES = new URL("../../src/onirium/i18n/", import.meta.url);

for (const file of readdirSync(CATALOGUES).filter((name) => name.endsWith(".po"))) {
  test(`the client selects the plural forms that gettext selects in ${file}`, () => {
    const text = readFileSync(new URL(file, CATALOGUES), "utf8");
    const [, count, formula] = text.match(/nplurals=(\d+); plural=(.+?);\\n/) ?? [];
    agree(file.replace(".po", ""), Number(count), formula);
  });
}

test("zero, one and two can have forms of their own", () => {
  agree("lv", 3, "n % 10 == 0 || (n % 100 >= 11 && n % 100 <= 19) ? 0 : n % 10 == 1 && n % 100 != 11 ? 1 : 2");
  agree("sl", 4, "n % 100 == 1 ? 0 : n % 100 == 2 ? 1 : n % 100 == 3 || n % 100 == 4 ? 2 : 3");
  agree("ar", 6, "n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5");
});

/**
 * Asserts that the client selects the form of the formula for each number.
 *
 * @param {string} language
 * @param {number} count of forms
 * @param {string} formula
 */
function agree(language, count, formula) {
  const forms = Array.from({ length: count }, (_, form) => `form ${form}`);
  const words = new Words({ cards: forms }, language);
  const select = new Function("n", `return Number(${formula})`);
  for (let n = 0; n <= 200; n++) assert.equal(words.count("cards", n), forms[select(n)], `${language}, ${n}`);
}

test("a win probability is 0 or 100 percent only if the result is certain", () => {
  const english = new Words({}, "en");
  assert.deepEqual(
    [1, 0.999, 0.994, 0.25, 0.006, 0.001, 0].map((winProbability) => english.probability(winProbability)),
    ["100%", ">99%", "99%", "25%", "1%", "<1%", "0%"],
  );
  assert.equal(new Words({}, "de").probability(0.999), ">99\u00a0%");
});

test("a negative percentage has a minus sign, and zero none", () => {
  assert.equal(new Words({}, "en").percent(-0.052, 0), "\u22125%");
  assert.equal(new Words({}, "de").percent(-0.052, 1), "\u22125,2\u00a0%");
  assert.equal(new Words({}, "ru").percent(-0.003, 0), "0\u00a0%");
  assert.equal(new Words({}, "en").percent(0.5, 0), "50%");
});

test("a number selects the form of its words, and a missing text shows its key", () => {
  const words = new Words({ "page.days": ["{number} день", "{number} дня", "{number} дней"] }, "ru");
  const counted = [1, 3, 5].map((number) => words.count("page.days", number));
  assert.deepEqual(counted, ["1 день", "3 дня", "5 дней"]);
  assert.equal(words.text("page.days", { number: 1 }), "1 день");
  assert.equal(words.text("page.missing"), "page.missing");
  assert.equal(words.count("page.missing", 2), "page.missing");
});
