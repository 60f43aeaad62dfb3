/** The form that opens a record: rejects a file that is too large before it is sent. */

const input = /** @type {HTMLInputElement} */ (document.querySelector(".import-form input"));

input.addEventListener("change", () => {
  const { maxBytes, tooLarge = "" } = input.dataset;
  const [file] = input.files ?? [];
  input.setCustomValidity(file && file.size > Number(maxBytes) ? tooLarge : "");
  input.reportValidity();
});

export {};
