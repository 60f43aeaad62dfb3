/** The dialog with a link, and its QR code, that invites a friend. */

import { copyText } from "./clipboard.js";
import { html, nothing } from "./vendor/lit-html.js";

/** @typedef {import("./dialogs.js").Content} Content */

/** Hosts that no other computer reaches. */
const LOCAL_HOSTS = ["127.0.0.1", "localhost"];
/** The option with which the server admits other computers. */
const LAN = { program: "Onirium", option: "--lan" };

/** @type {Content} */
export function invitation({ invitation: invited, words }) {
  if (!invited) return nothing;
  const { hostname } = new URL(invited.link);
  return html`<p>${words.text("page.table.invitation.text")}</p>
    ${
      LOCAL_HOSTS.includes(hostname)
        ? html`<p class="warning">${localOnly(words)}</p>`
        : nothing
    }
    ${code(invited.qr_rows, words.text("page.table.invitation.code"))}
    <label
      >${words.text("page.table.invitation.link")}
      <input readonly .value=${invited.link} @focus=${selectAll} />
    </label>
    ${navigator.clipboard ? copyButton(invited.link, words) : nothing}`;
}

/**
 * Renders a button that copies a link; its text is a property, which the next rendering leaves unchanged.
 *
 * @param {string} link
 * @param {import("./i18n.js").Words} words
 */
function copyButton(link, words) {
  const copy = async (/** @type {Event} */ { target }) => {
    const isCopied = await copyText(link);
    if (isCopied && target instanceof HTMLElement) target.textContent = words.text("page.table.replay.copied");
  };
  return html`<button
    type="button"
    class="first"
    .textContent=${words.text("page.table.invitation.copy")}
    @click=${copy}
  ></button>`;
}

/**
 * Returns the warning that a link works on this computer only; its option does not wrap.
 *
 * @param {import("./i18n.js").Words} words
 */
function localOnly(words) {
  const [before, after] = words.text("page.table.invitation.local", LAN).split(LAN.option);
  return html`${before}<code>${LAN.option}</code>${after}`;
}

/** @param {Event} event */
function selectAll({ target }) {
  if (target instanceof HTMLInputElement) target.select();
}

/**
 * Renders a QR code from rows of ones and zeros.
 *
 * @param {string[]} rows
 * @param {string} label
 */
function code(rows, label) {
  const squares = rows.flatMap((row, y) =>
    [...row].map((one, x) => (one === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")),
  );
  const side = rows.length + 8;
  return html`<svg class="qr" viewBox="0 0 ${side} ${side}" role="img" aria-label=${label}>
    <rect width=${side} height=${side} fill="#fff"></rect>
    <path d=${squares.join("")} fill="#000"></path>
  </svg>`;
}
