/** Invitations to seats, and phrases of players. */

import assert from "node:assert/strict";
import test from "node:test";

// lit-html requests a walker when it is imported.
Object.assign(globalThis, { document: { createTreeWalker: () => ({}) } });
const { inviteFriend } = await import("../../src/onirium/web/client/first_invitation.js");
const { hasListeners, newPhrases } = await import("../../src/onirium/web/client/seats.js");

const OPEN = { is_open: true, is_invited: false };
const TAKEN = { is_open: false, is_invited: false };

/** Returns the commands that a view of a table causes. @param {object} changes */
function sentAt(changes) {
  const seats = [TAKEN, OPEN, OPEN];
  const tableView = { is_host: true, is_over: false, links_enabled: true, seats, ...changes };
  /** @type {unknown[]} */
  const sent = [];
  inviteFriend(/** @type {any} */ (tableView), (command) => sent.push(command));
  return sent;
}

test("the host invites a friend to the first open seat", () => {
  assert.deepEqual(sentAt({}), [{ type: "create_invitation", seat: 1 }]);
});

test("an invitation that a friend may still accept is not replaced", () => {
  assert.deepEqual(sentAt({ seats: [TAKEN, { ...OPEN, is_invited: true }, OPEN] }), []);
});

test("nobody is invited by guests, to taken seats, or while links are disabled", () => {
  for (const changes of [
    { is_host: false },
    { is_over: true },
    { links_enabled: false },
    { seats: [TAKEN, TAKEN] },
  ]) {
    assert.deepEqual(sentAt(changes), []);
  }
});

/** Returns phrases of the first seat. @param {string} letters one for each phrase @param {number} first */
function phrases(letters, first = 0) {
  return [...letters].map((phrase, index) => ({ number: first + index, seat: 0, phrase }));
}

test("phrases are new that follow those of the earlier view", () => {
  assert.deepEqual(newPhrases([], phrases("a")), phrases("a"));
  assert.deepEqual(newPhrases(phrases("ab"), phrases("ab")), []);
  assert.deepEqual(newPhrases(phrases("ab"), phrases("abb")), phrases("b", 2));
});

test("phrases are new when the oldest have been dropped, also after equal ones", () => {
  assert.deepEqual(newPhrases(phrases("abc"), phrases("bcd", 1)), phrases("d", 3));
  assert.deepEqual(newPhrases(phrases("abc"), phrases("def", 3)), phrases("def", 3));
  assert.deepEqual(newPhrases(phrases("aaa"), phrases("aaa", 1)), phrases("a", 3));
});

test("players have listeners while another person has a seat", () => {
  const own = { occupant: "human", is_own: true };
  const friend = { occupant: "human", is_own: false };
  const bot = { occupant: "rules", is_own: false };
  /** @param {object[]} seats @param {number[]} ownSeats */
  const heard = (seats, ownSeats) =>
    hasListeners(/** @type {any} */ ({ seats, own_seats: ownSeats }));
  assert.ok(heard([own, bot, friend], [0]));
  assert.ok(!heard([own, own, bot], [0, 1]));
  assert.ok(!heard([friend, friend], []));
});
