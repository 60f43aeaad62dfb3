/** Forms: a second touch of a button while its form is being sent starts nothing more. */

const RETRY_AFTER_MS = 5000;

/** The forms that are being sent. @type {Set<EventTarget>} */
const pending = new Set();

addEventListener("submit", (event) => {
  const { target: form } = event;
  if (!(form instanceof HTMLFormElement) || form.method !== "post" || event.defaultPrevented) return;
  if (pending.has(form)) event.preventDefault();
  pending.add(form);
  setTimeout(() => pending.delete(form), RETRY_AFTER_MS);
});

// The page may be shown again as it was left.
addEventListener("pageshow", () => pending.clear());

export {};
