/** Invites the friend for whom a new table keeps a seat: at once, and with a button. */

import { isLocalSite } from "./host.js";
import { storedText, storeText } from "./stored_values.js";
import { html, nothing } from "./vendor/lit-html.js";

/**
 * Creates an invitation once for each table: another one would void the link that was sent. A
 * browser that cannot remember it leaves it to the button.
 *
 * @param {import("./protocol.js").TableView} tableView
 * @param {(command: import("./protocol.js").Command) => void} send
 */
export function inviteFriend({ table_id: id, is_host: isHost, is_over: isOver, seats }, send) {
  const seat = seats.findIndex((one) => one.is_open);
  const key = `onirium.invited.${id}`;
  if (seat < 0 || !isHost || isOver || storedText("sessionStorage", key)) return;
  storeText("sessionStorage", key, "yes");
  if (storedText("sessionStorage", key)) send({ type: "create_invitation", seat });
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
