/** Accepts an invitation. Its secret is in the URL fragment, which browsers do not send. */

import { pathTo } from "./host.js";

const sheet = /** @type {HTMLElement} */ (document.querySelector("[data-table]"));
const form = /** @type {HTMLFormElement} */ (document.getElementById("offer"));
const button = /** @type {HTMLButtonElement} */ (document.getElementById("accept"));
const nameField = /** @type {HTMLInputElement} */ (document.getElementById("name"));
const error = /** @type {HTMLElement} */ (document.getElementById("join-error"));
const secret = location.hash.slice(1);

/** @param {string | undefined} text */
function showError(text) {
  error.textContent = text ?? "";
  error.hidden = false;
  button.disabled = false;
}

/**
 * Replaces the offer of the seat with a link to the games.
 *
 * @param {string | undefined} reason
 */
function reject(reason) {
  showError(reason);
  for (const part of sheet.querySelectorAll("[data-offer]")) part.toggleAttribute("hidden", true);
  document.getElementById("leave")?.removeAttribute("hidden");
}

/** Saves the display name of the user if it has changed. */
async function saveName() {
  const name = nameField.value.trim();
  if (name === nameField.defaultValue) return;
  const body = new URLSearchParams({ name });
  await fetch(pathTo("/settings"), { method: "POST", body, redirect: "manual" });
}

/** @param {SubmitEvent} event */
async function accept(event) {
  event.preventDefault();
  button.disabled = true;
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  const body = JSON.stringify({ secret });
  try {
    await saveName();
    const response = await fetch(pathTo(`/api/t/${sheet.dataset.table}/join`), { ...post, body });
    /** @type {import("./protocol.js").Joined | import("./protocol.js").Rejected} */
    const message = await response.json();
    if (message.type === "joined") location.replace(pathTo(message.path));
    else if (message.code === "rate_limited") showError(message.reason);
    else reject(message.reason);
  } catch {
    showError(error.dataset.noAnswer);
  }
}

// Another link to this table differs only in its fragment.
addEventListener("hashchange", () => location.reload());
if (secret) {
  button.hidden = false;
  form.addEventListener("submit", accept);
} else reject(error.dataset.incomplete);
