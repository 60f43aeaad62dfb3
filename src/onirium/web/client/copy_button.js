// Buttons that copy what a field holds; without this module the field can still be marked.

/** @param {HTMLButtonElement} button */
async function copy(button) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!(field instanceof HTMLTextAreaElement)) return;
  field.select();
  await navigator.clipboard.writeText(field.value);
  button.textContent = button.dataset.copied ?? "";
}

// The clipboard is kept from pages that come unencrypted from another computer.
if (navigator.clipboard) {
  for (const button of document.querySelectorAll("button[data-copy]")) {
    if (!(button instanceof HTMLButtonElement)) continue;
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
}
