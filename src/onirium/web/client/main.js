/** Starts the page that the body names. */

import { loadWords } from "./i18n.js";

/**
 * What the server says of the page, in the attributes of its body.
 *
 * @typedef {object} Setting
 * @property {HTMLElement} root
 * @property {string} table
 * @property {import("./types.js").Game} game
 * @property {import("./i18n.js").Words} words
 * @property {string} art
 * @property {string[]} bots
 */

async function start() {
  const { page, table = "", game = "", language = "en", ...said } = document.body.dataset;
  const [{ begin }, module, words] = await Promise.all([
    page === "replay" ? import("./replay.js") : import("./table_controller.js"),
    import(`./${game}/game_view.js`),
    loadWords(said.words ?? "", language),
  ]);
  const root = /** @type {HTMLElement} */ (document.querySelector("main"));
  root.replaceChildren();
  const bots = (said.bots ?? "").split(" ").filter(Boolean);
  begin({ root, table, game: module, words, art: said.art ?? "", bots });
}

start();
