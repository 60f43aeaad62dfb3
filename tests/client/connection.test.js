/** A broken connection loses no command, executes none twice, and shows the newest table view. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Connection, TIMES_MS } from "../../src/onirium/web/client/connection.js";
import { Network, settled } from "./fake_server.js";

/** @type {Network} */
let network;
/** Statuses and messages passed to the listener. @type {any[]} */
let messages;
/** @type {string[]} */
let statuses;

/** @returns {any} */
function connect() {
  return new Connection("table", {
    onMessage: (message) => messages.push(message),
    onStatus: (status) => statuses.push(status),
  });
}

/**
 * @param {number} version
 * @param {string} commandId
 */
function tableView(version, commandId = "") {
  return {
    type: "table_view",
    command_id: commandId,
    version,
    handover_seat: -1,
    frames: [{ version }],
  };
}

/** Closes two sockets, so that HTTP polling starts. */
async function forcePolling() {
  network.socket.cut();
  await network.pass(TIMES_MS.firstDelay);
  network.socket.cut();
  await settled();
}

beforeEach(() => {
  network = new Network();
  messages = [];
  statuses = [];
});

test("an unanswered command is sent again through the next socket, unchanged", async () => {
  const connection = connect();
  network.socket.deliver(tableView(1));
  const id = connection.send({ type: "take_back" });
  const [first] = network.sockets;
  first.cut();
  await network.pass(TIMES_MS.firstDelay);
  assert.equal(network.sockets.length, 2);
  assert.deepEqual(network.socket.sent, []);
  network.socket.deliver(tableView(1));
  assert.deepEqual(network.socket.sent, first.sent);
  assert.deepEqual(network.socket.sent, [{ type: "take_back", command_id: id }]);
  network.socket.deliver(tableView(2, id));
  network.socket.cut();
  await network.pass(TIMES_MS.firstDelay);
  network.socket.deliver(tableView(2));
  assert.deepEqual(network.socket.sent, []);
});

test("a socket that does not answer a command is replaced", async () => {
  const connection = connect();
  network.socket.deliver(tableView(1));
  connection.send({ type: "take_back" });
  await network.pass(TIMES_MS.replyTimeout - 1);
  assert.equal(network.sockets.length, 1);
  await network.pass(1 + TIMES_MS.firstDelay);
  const [old] = network.sockets;
  assert.equal(network.sockets.length, 2);
  assert.ok(old.closed);
  network.socket.deliver(tableView(5));
  old.deliver(tableView(2));
  old.cut();
  assert.deepEqual(
    messages.map(({ version }) => version),
    [1, 5],
  );
  assert.equal(network.sockets.length, 2);
});

test("an idle socket is pinged, and replaced without an answer", async () => {
  connect();
  network.socket.deliver(tableView(1));
  await network.pass(TIMES_MS.idleTime);
  assert.deepEqual(network.socket.sent, [{ type: "ping" }]);
  network.socket.deliver({ type: "pong", command_id: "" });
  await network.pass(TIMES_MS.idleTime + TIMES_MS.replyTimeout - 1);
  assert.deepEqual(network.socket.sent, [{ type: "ping" }, { type: "ping" }]);
  assert.equal(network.sockets.length, 1);
  await network.pass(1 + TIMES_MS.firstDelay);
  assert.equal(network.sockets.length, 2);
  assert.deepEqual(messages.length, 1);
});

test("a socket that opens and delivers nothing is replaced", async () => {
  connect();
  await network.pass(TIMES_MS.openTimeout + TIMES_MS.firstDelay);
  assert.equal(network.sockets.length, 2);
  assert.ok(network.sockets[0].closed);
});

test("each socket that is given up gives the next one more time", async () => {
  connect();
  const { openTimeout, firstDelay, maxTimeout } = TIMES_MS;
  await network.pass(openTimeout + firstDelay);
  await network.pass(2 * openTimeout - 1);
  assert.equal(network.sockets.length, 2);
  assert.ok(!network.socket.closed);
  network.socket.deliver(tableView(1));
  assert.deepEqual(statuses, ["waiting", "open"]);
  network.socket.cut();
  await network.pass(firstDelay + openTimeout * 2);
  assert.ok(network.sockets[2].closed);
  const waits = [];
  while (network.sockets.length < 8) {
    const socket = network.socket;
    const begun = network.now;
    while (!socket.closed) await network.pass(1000);
    waits.push(network.now - begun);
    while (network.socket === socket) await network.pass(250);
  }
  assert.equal(Math.max(...waits), maxTimeout);
});

test("a request after failed sockets gets more time than an answer of an open one", async (context) => {
  const limit = context.mock.method(AbortSignal, "timeout");
  connect();
  await forcePolling();
  assert.deepEqual(limit.mock.calls[0].arguments, [TIMES_MS.maxTimeout]);
  assert.ok(TIMES_MS.maxTimeout > TIMES_MS.replyTimeout);
});

test("a socket that is being opened in a lost network is replaced in the next one", async () => {
  connect();
  network.listeners.get("online")?.();
  assert.equal(network.sockets.length, 2);
  assert.ok(network.sockets[0].closed);
  network.socket.deliver(tableView(1));
  network.listeners.get("online")?.();
  assert.deepEqual(network.socket.sent, [{ type: "ping" }]);
  assert.equal(network.sockets.length, 2);
});

test("a page that is shown again checks its socket, or opens the next one at once", () => {
  connect();
  network.socket.deliver(tableView(1));
  network.listeners.get("visibilitychange")?.();
  assert.deepEqual(network.socket.sent, [{ type: "ping" }]);
  network.socket.cut();
  network.listeners.get("visibilitychange")?.();
  assert.equal(network.sockets.length, 2);
});

test("delays grow if sockets close right after opening", async () => {
  connect();
  const begun = [];
  while (network.sockets.length < 8) {
    const before = network.sockets.length;
    network.socket.cut();
    while (network.sockets.length === before) await network.pass(250);
    begun.push(network.now);
  }
  const pauses = begun.map((at, place) => at - (begun[place - 1] ?? 0));
  assert.deepEqual(pauses, [250, 500, 1000, 2000, 4000, 8000, 8000]);
});

test("without sockets, HTTP requests carry the commands one by one", async () => {
  const connection = connect();
  await forcePolling();
  const [asked] = network.requests;
  assert.deepEqual([asked.address, asked.command], ["/api/t/table", null]);
  asked.answer(tableView(1));
  await settled();
  assert.deepEqual(statuses.slice(-1), ["open"]);
  const ids = [connection.send({ type: "send_phrase" }), connection.send({ type: "take_back" })];
  await settled();
  assert.equal(network.requests.length, 2);
  network.requests[1].answer(tableView(2, ids[0]));
  await settled();
  assert.deepEqual(
    network.requests.map(({ command }) => command?.type),
    [undefined, "send_phrase", "take_back"],
  );
  network.requests[2].answer(tableView(3, ids[1]));
  await network.pass(TIMES_MS.pollInterval);
  assert.deepEqual(
    messages.map(({ version }) => version),
    [1, 2, 3],
  );
  assert.equal(network.requests[3].command, null);
});

test("a failed request is repeated, and the status becomes lost", async () => {
  const connection = connect();
  await forcePolling();
  network.requests[0].answer(tableView(1));
  await settled();
  connection.send({ type: "take_back" });
  await settled();
  network.requests[1].fail();
  await network.pass(TIMES_MS.maxDelay);
  assert.ok(statuses.includes("lost"));
  assert.deepEqual(network.requests[2].command, network.requests[1].command);
});

test("pauses between requests grow while none is answered", async () => {
  connect();
  await forcePolling();
  const pauses = [];
  for (let count = 1; count <= 4; count += 1) {
    const begun = network.now;
    network.requests[count - 1].fail();
    while (network.requests.length === count) await network.pass(250);
    pauses.push(network.now - begun);
  }
  assert.deepEqual(pauses, [2000, 4000, 8000, 8000]);
});

test("an answer older than the view of a new socket only confirms its command", async () => {
  const connection = connect();
  await forcePolling();
  network.requests[0].answer(tableView(1));
  await settled();
  const ids = [connection.send({ type: "take_back" }), connection.send({ type: "rematch" })];
  await network.pass(TIMES_MS.firstDelay * 2);
  network.socket.deliver({ ...tableView(7), frames: [{ version: 6 }, { version: 7 }] });
  network.requests[1].answer(tableView(2, ids[0]));
  await settled();
  // The frames of the socket's view are played already.
  assert.deepEqual(messages.at(-1), tableView(7, ids[0]));
  assert.deepEqual([...connection.pending.keys()], [ids[1]]);
  assert.equal(network.requests.length, 2);
});

test("an answer newer than the view of a new socket is passed on unchanged", async () => {
  const connection = connect();
  await forcePolling();
  network.requests[0].answer(tableView(1));
  await settled();
  const id = connection.send({ type: "take_back" });
  await network.pass(TIMES_MS.firstDelay * 2);
  network.socket.deliver(tableView(7));
  network.requests[1].answer(tableView(8, id));
  await settled();
  assert.deepEqual(messages.at(-1), tableView(8, id));
});

test("a rejection older than the view of a new socket keeps only its reason", async () => {
  const connection = connect();
  await forcePolling();
  network.requests[0].answer(tableView(1));
  await settled();
  const rejection = {
    type: "rejected",
    command_id: connection.send({ type: "take_back" }),
    reason: "no",
  };
  await network.pass(TIMES_MS.firstDelay * 2);
  network.socket.deliver(tableView(7));
  network.requests[1].answer({ ...rejection, table_view: tableView(2) });
  await settled();
  assert.deepEqual(messages.at(-1), { ...rejection, table_view: tableView(7) });
});

test("polling ends when a socket delivers a message", async () => {
  connect();
  await forcePolling();
  await network.pass(TIMES_MS.firstDelay * 2);
  network.socket.deliver(tableView(3));
  network.requests[0].answer(tableView(1));
  await network.pass(TIMES_MS.pollInterval * 3);
  assert.equal(network.requests.length, 1);
  assert.deepEqual(statuses.at(-1), "open");
});

test("the viewed seat stays requested until the hand-over", async () => {
  const connection = connect();
  network.socket.deliver({ ...tableView(1), handover_seat: 1 });
  const id = connection.send({ type: "view_seat", seat: 1 });
  network.socket.deliver(tableView(1, id));
  network.socket.cut();
  await network.pass(TIMES_MS.firstDelay);
  assert.match(network.socket.address, /\/ws\/t\/table\?as=1&version=present&language=en$/);
  network.socket.deliver({ ...tableView(2), handover_seat: 0 });
  network.socket.cut();
  await network.pass(TIMES_MS.firstDelay);
  assert.match(network.socket.address, /\/ws\/t\/table\?version=present&language=en$/);
});

test("a page states its version and language when it reconnects, unless a command is unanswered", async () => {
  const connection = connect();
  network.socket.deliver(tableView(1));
  const id = connection.send({ type: "take_back" });
  network.socket.cut();
  await network.pass(TIMES_MS.firstDelay);
  network.socket.deliver(tableView(2, id));
  network.socket.cut();
  await network.pass(TIMES_MS.firstDelay);
  const queries = network.sockets.map(({ address }) => address.split("?")[1]);
  assert.deepEqual(queries, [undefined, undefined, "version=present&language=en"]);
});

test("a client closed for flooding reconnects after the maximum delay", async () => {
  connect();
  network.socket.deliver(tableView(1));
  network.socket.cut(1008);
  await network.pass(TIMES_MS.maxDelay - 1);
  assert.equal(network.sockets.length, 1);
  await network.pass(1);
  assert.equal(network.sockets.length, 2);
});

for (const [state, code] of /** @type {[string, number][]} */ ([
  ["deleted", 4404],
  ["denied", 4403],
  ["served by a newer server", 4426],
])) {
  test(`the page of a table that is ${state} loads again`, () => {
    connect();
    network.socket.deliver(tableView(1));
    network.socket.cut(code);
    assert.equal(network.reloads, 1);
    assert.deepEqual(statuses, ["open"]);
  });
}

for (const status of [403, 404]) {
  test(`the page of a table loads again if a request is answered by ${status}`, async () => {
    connect();
    await forcePolling();
    network.requests[0].answer(null, status);
    await settled();
    assert.equal(network.reloads, 1);
  });
}

/**
 * @param {number} sequence
 * @param {Record<string, unknown>} changes
 * @param {string} commandId
 */
function tablePatch(sequence, changes, commandId = "") {
  return { type: "table_patch", command_id: commandId, sequence, changes };
}

test("a patch changes the settled view, and later patches the patched one", () => {
  connect();
  const frame = { seat: 0, narration: ["drawn"], view: { hand: ["a/b"], count: { "a/b": 1 } } };
  network.socket.deliver({ ...tableView(1), sequence: 1, frames: [{}, frame] });
  network.socket.deliver(
    tablePatch(2, {
      "/version": 2,
      "/frames/0/view/hand": ["a/b", "c"],
      "/frames/1/view/count/a~1b": 2,
      "/frames/1/seat": 1,
    }),
  );
  network.socket.deliver(
    tablePatch(3, { "/frames/0/view/hand": ["c"], "/frames/0/view/count": {} }),
  );
  const [first, second, third] = messages;
  assert.deepEqual(first.frames[1], frame);
  assert.equal(second.type, "table_view");
  assert.equal(second.version, 2);
  assert.deepEqual(second.frames, [
    { seat: -1, narration: [], view: { hand: ["a/b", "c"], count: { "a/b": 1 } } },
    { seat: 1, narration: [], view: { hand: ["a/b", "c"], count: { "a/b": 2 } } },
  ]);
  assert.deepEqual(third.frames, [{ seat: -1, narration: [], view: { hand: ["c"], count: {} } }]);
});

test("a patch answers a command", () => {
  const connection = connect();
  network.socket.deliver({ ...tableView(1), sequence: 1 });
  const id = connection.send({ type: "take_back" });
  network.socket.deliver(tablePatch(2, { "/version": 2 }, id));
  assert.equal(connection.pending.size, 0);
  assert.deepEqual([messages[1].command_id, messages[1].version], [id, 2]);
});

for (const [name, sequence] of /** @type {[string, number][]} */ ([
  ["lost", 3],
  ["repeated", 1],
])) {
  test(`after a ${name} message the client requests the complete view, once`, () => {
    const connection = connect();
    network.socket.deliver({ ...tableView(1), sequence: 1 });
    const id = connection.send({ type: "take_back" });
    network.socket.deliver(tablePatch(sequence, { "/version": 9 }, id));
    network.socket.deliver(tablePatch(sequence + 1, {}));
    const [, ...sent] = network.socket.sent;
    assert.deepEqual([sent, messages.length], [[{ type: "resync", command_id: id }], 1]);
    assert.deepEqual([...connection.pending.keys()], [id]);
    network.socket.deliver({ ...tableView(10, id), sequence: 5 });
    assert.equal(connection.pending.size, 0);
    network.socket.deliver(tablePatch(6, { "/version": 11 }));
    assert.deepEqual(
      messages.map((message) => message.version),
      [1, 10, 11],
    );
    assert.equal(messages[1].command_id, id);
  });
}

test("every command is answered whose patch arrives before the requested view", () => {
  const connection = connect();
  network.socket.deliver({ ...tableView(1), sequence: 1 });
  network.socket.deliver(tablePatch(3, { "/version": 9 }));
  const [resync] = network.socket.sent;
  const id = connection.send({ type: "take_back" });
  network.socket.deliver(tablePatch(4, { "/version": 10 }, id));
  network.socket.deliver({ ...tableView(10, resync.command_id), sequence: 5 });
  network.socket.deliver({ ...tableView(10, id), sequence: 6 });
  assert.equal(connection.pending.size, 0);
  assert.deepEqual(
    messages.map((message) => message.command_id),
    ["", resync.command_id, id],
  );
});

test("a patch applies to the view of its socket, not to one that was requested", async () => {
  connect();
  await forcePolling();
  await network.pass(2 * TIMES_MS.firstDelay);
  network.socket.deliver({ ...tableView(3), sequence: 1 });
  network.requests[0].answer({ ...tableView(7), sequence: 0 });
  await settled();
  network.socket.deliver(tablePatch(2, { "/frames/0/version": 4 }));
  assert.deepEqual(
    messages.map(({ version, frames }) => [version, frames[0].version]),
    [
      [3, 3],
      [7, 7],
      [3, 4],
    ],
  );
});
