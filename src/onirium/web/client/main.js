/** Starts the page named by the body's attributes. */

import { loadWords } from "./i18n.js";
import { applyMotion } from "./preferences.js";

/** How long a page may take to appear before it reports that the games cannot be reached. */
const PATIENCE_MS = 10_000;

/** Delay of the idle life of the scene, which loads after everything that a table needs. */
const IDLE_MS = 12_000;

/**
 * Settings from the attributes of the body.
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
  const { page, table = "", game = "", language = "en", ...attributes } = document.body.dataset;
  const [{ start }, module, words] = await Promise.all([
    page === "replay" ? import("./replay.js") : import("./table_controller.js"),
    import(`./${game}/game_view.js`),
    loadWords(attributes.words ?? "", language),
  ]);
  applyMotion();
  // Another tab may change the setting.
  addEventListener("storage", applyMotion);
  mountScene(module.scene());
  const root = /** @type {HTMLElement} */ (document.querySelector("main"));
  const bots = (attributes.bots ?? "").split(" ").filter(Boolean);
  start({ root, table, game: module, words, art: attributes.art ?? "", bots });
}

/**
 * Draws the scenery once, behind the page.
 *
 * @param {string} markup
 */
function mountScene(markup) {
  const scene = document.createElement("div");
  scene.className = "scene";
  scene.ariaHidden = "true";
  scene.innerHTML = markup;
  document.body.prepend(scene);
}

// The first view replaces the report.
setTimeout(() => document.querySelector(".connection-status")?.removeAttribute("hidden"), PATIENCE_MS);
setTimeout(() => import("./idle.js").catch(() => null), IDLE_MS);
start();
