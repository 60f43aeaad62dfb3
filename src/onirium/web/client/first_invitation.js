/** Invites the friend for whom a new table keeps a seat: at once, and with a button. */

import { isLocalSite } from "./host.js";
import { html, nothing } from "./vendor/lit-html.js";

/**
 * Creates the first invitation to the first open seat; another one would void the link that was sent.
 *
 * @param {import("./protocol.js").TableView} tableView
 * @param {(command: import("./protocol.js").Command) => void} send
 */
export function inviteFriend(tableView, send) {
  const { is_host: isHost, is_over: isOver, links_enabled: isAllowed, seats } = tableView;
  const seat = seats.findIndex((one) => one.is_open);
  if (seat < 0 || !isHost || isOver || !isAllowed || seats[seat].is_invited) return;
  send({ type: "create_invitation", seat });
}

/**
 * Renders the button that shows the invitation of the friend for whom the table waits; another
 * invitation would void the link that was sent.
 *
 * @param {import("./types.js").Model} model
 * @param {import("./types.js").Handlers} handlers
 */
export function invitationButton({ tableView, view, invitation: sent, words }, handlers) {
  const { is_host: isHost, links_enabled: isAllowed, seats } = tableView;
  const { player: seat } = view;
  if (!isHost || !isAllowed || isLocalSite() || !seats[seat]?.is_open) return nothing;
  const show = () =>
    sent?.seat === seat
      ? handlers.open("invitation")
      : handlers.send({ type: "create_invitation", seat });
  return html`<button type="button" @click=${show}>${words.text("page.table.invite")}</button>`;
}
