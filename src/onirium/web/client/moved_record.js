/** Receives a record from a site without a server, in the URL fragment, and fills in the form. */

const PREFIX = "#record=";

if (location.hash.startsWith(PREFIX)) {
  const input = /** @type {HTMLInputElement} */ (document.querySelector(".import-form input"));
  const files = new DataTransfer();
  files.items.add(new File([decodeURIComponent(location.hash.slice(PREFIX.length))], "record.json"));
  input.files = files.files;
  history.replaceState(null, "", location.pathname);
  const notice = /** @type {HTMLElement} */ (document.getElementById("moved-record"));
  notice.hidden = false;
  notice.scrollIntoView({ block: "center" });
  /** @type {HTMLElement} */ (document.querySelector(".import-form button")).focus();
}
