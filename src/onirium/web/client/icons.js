/** Icons of the toolbar buttons. */

import { html } from "./vendor/lit-html.js";

const PATHS = {
  home: "M4 11 12 4l8 7M6.5 9.5V20h11V9.5",
  undo: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9",
  odds: "M5 20V11M12 20V4M19 20v-6",
  hint: "M9.5 18h5M10.5 21h3M9.5 15.5c0-1.4-3-2.6-3-6.2a5.5 5.5 0 0 1 11 0c0 3.6-3 4.8-3 6.2z",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7L12 17",
  done: "M5 12.5l4.5 4.5L19 7",
  chart: "M4 18l5-6 4 3 7-9M4 21h16",
  help: "M9 9a3 3 0 1 1 4.2 2.7c-.8.4-1.2 1-1.2 2V15M12 18.6v.4",
  menu: "M5 7h14M5 12h14M5 17h14",
  up: "M6 15l6-6 6 6",
  skip: "M5 5l7 7-7 7M13 5l7 7-7 7",
  chat: "M4 5h16v11h-9l-4 4v-4H4z",
  narration: "M6 4h12v16H6zM9 8h6M9 12h6M9 16h3",
  hide: "M3 12s3.5-6 9-6 9 6 9 6-3.500 6-9 6-9-6-9-6zM4 4l16 16",
  cross: "M6 6l12 12M18 6 6 18",
  first: "M6 5v14M19 5l-9 7 9 7",
  back: "M15 5l-7 7 7 7",
  next: "M9 5l7 7-7 7",
  last: "M18 5v14M5 5l9 7-9 7",
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d=${PATHS[name]}></path>
  </svg>`;
}
