/** The scenery of the static pages: stars, clouds and a horizon in each scene that the server sent. */

import "./idle.js";
import { horizon as graves } from "./nightmarium/scene.js";
import { horizon as town } from "./onirim/scene.js";
import { clouds, stars } from "./scenery.js";

for (const scene of document.querySelectorAll(".scene")) {
  const horizon = scene.closest("[data-game=nightmarium]") ? graves : town;
  scene.querySelector(".sky")?.insertAdjacentHTML("afterend", stars());
  scene.querySelector(".floor")?.insertAdjacentHTML("beforebegin", clouds() + horizon());
}

