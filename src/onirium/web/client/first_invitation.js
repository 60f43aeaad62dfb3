/** Invites the friend for whom a new table keeps a seat. */

/**
 * Creates an invitation once for each table: another one would void the link that was sent.
 *
 * @param {import("./protocol.js").TableView} tableView
 * @param {(command: import("./protocol.js").Command) => void} send
 */
export function inviteFriend({ table_id: id, is_host: isHost, is_over: isOver, seats }, send) {
  const seat = seats.findIndex((one) => one.is_open);
  const key = `onirium.invited.${id}`;
  if (seat < 0 || !isHost || isOver || sessionStorage.getItem(key)) return;
  sessionStorage.setItem(key, "yes");
  send({ type: "create_invitation", seat });
}
