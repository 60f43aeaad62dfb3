/** Accepts an invitation. Its secret is in the URL fragment, which browsers do not send. */

import { pathTo } from "./paths.js";

const sheet = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("accept"));
const error = /** @type {HTMLElement} */ (document.getElementById("join-error"));
const secret = location.hash.slice(1);

/** @param {string | undefined} text */
function showError(text) {
  error.textContent = text ?? "";
  error.hidden = false;
}

async function accept() {
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  const body = JSON.stringify({ secret });
  try {
    const response = await fetch(pathTo(`/api/t/${sheet.dataset.table}/join`), { ...post, body });
    /** @type {import("./protocol.js").Joined | import("./protocol.js").Rejected} */
    const message = await response.json();
    if (message.type === "joined") location.replace(pathTo(message.path));
    else {
      showError(message.reason);
      button.hidden = message.code !== "rate_limited";
    }
  } catch {
    showError(error.dataset.noAnswer);
  }
}

if (secret) {
  button.hidden = false;
  button.addEventListener("click", accept);
} else showError(error.dataset.incomplete);
