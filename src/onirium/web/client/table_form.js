/** Preserves the choices in the form of a new table when the page changes its language. */

const form = document.getElementById("new-table");

if (form instanceof HTMLFormElement) {
  for (const back of document.querySelectorAll("input[name=back]")) {
    if (back instanceof HTMLInputElement) {
      back.form?.addEventListener("submit", () => (back.value = address(form, back.value)));
    }
  }
}

/**
 * Returns an address with the choices of a form.
 *
 * @param {HTMLFormElement} form
 * @param {string} page
 */
function address(form, page) {
  const choices = new URLSearchParams();
  for (const [name, value] of new FormData(form)) choices.append(name, String(value));
  const count = form.querySelector("[name=seats][aria-pressed=true]");
  if (count instanceof HTMLButtonElement) choices.set("seats", count.value);
  return `${page.split("?")[0]}?${choices}`;
}
