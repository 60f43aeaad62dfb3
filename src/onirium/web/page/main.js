/** Starts the page that the body names. */

import { loadWords } from "./words.js";

/**
 * What the server says of the page, in the attributes of its body.
 *
 * @typedef {object} Setting
 * @property {HTMLElement} root
 * @property {string} table
 * @property {import("./types.js").Game} game
 * @property {import("./words.js").Words} words
 * @property {string} art
 * @property {string[]} bots
 */

async function start() {
  const { page, table = "", game = "", language = "en", ...said } = document.body.dataset;
  const [{ begin }, module, words] = await Promise.all([
    page === "replay" ? import("./replay.js") : import("./sitting.js"),
    import(`./${game}/table.js`),
    loadWords(said.words ?? "", language),
  ]);
  const root = /** @type {HTMLElement} */ (document.querySelector("main"));
  root.replaceChildren();
  const bots = (said.bots ?? "").split(" ").filter(Boolean);
  begin({ root, table, game: module, words, art: said.art ?? "", bots });
}

start();
