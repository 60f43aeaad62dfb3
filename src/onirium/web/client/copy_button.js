// Buttons that copy the text of a field; without this module the field can still be selected.

import { copyText } from "./clipboard.js";

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.select();
  if (await copyText(field.value)) button.textContent = button.dataset.copied ?? "";
}

if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}
