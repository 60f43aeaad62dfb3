/** Checked by the type checker only: wrong commands do not compile. */

/** @typedef {import("../../src/onirium/web/client/protocol.js").Command} Command */

/** @type {Command[]} */
export const VALID = [
  { type: "take_back" },
  { type: "take_actions", version: 3, actions: [7] },
  { type: "assign_seat", seat: 1, occupant: "human", command_id: "id" },
];

/** @type {Command} */
// @ts-expect-error a field of another command
export const SURPLUS = { type: "take_back", seat: 1 };

/** @type {Command} */
// @ts-expect-error a missing field
export const INCOMPLETE = { type: "take_actions", actions: [7] };

/** @type {Command} */
// @ts-expect-error a field of the wrong type
export const MISTYPED = { type: "set_links", enabled: "yes" };

/** @type {Command} */
// @ts-expect-error an unknown command
export const UNKNOWN = { type: "dance" };
