/** The line to the server breaks in every way, and what was ordered happens once and is seen. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { Link, TIMES } from "../../src/onirium/web/client/connection.js";
import { Network, settled } from "./fake_server.js";

/** @type {Network} */
let network;
/** What the page was told. @type {any[]} */
let heard;
/** @type {string[]} */
let told;

/** @returns {any} */
function linked() {
  return new Link("table", {
    hear: (message) => heard.push(message),
    tell: (line) => told.push(line),
  });
}

/**
 * @param {number} version
 * @param {string} commandId
 */
function sight(version, commandId = "") {
  return { type: "table_view", command_id: commandId, version, handover_seat: -1, frames: [{ version }] };
}

/** Cuts two sockets, so that plain requests begin. */
async function toRequests() {
  network.socket.cut();
  await network.pass(TIMES.firstPause);
  network.socket.cut();
  await settled();
}

beforeEach(() => {
  network = new Network();
  heard = [];
  told = [];
});

test("what was not answered is sent again through the next socket, the same", async () => {
  const link = linked();
  network.socket.say(sight(1));
  const id = link.send({ type: "take_back" });
  const [first] = network.sockets;
  first.cut();
  await network.pass(TIMES.firstPause);
  assert.equal(network.sockets.length, 2);
  assert.deepEqual(network.socket.sent, []);
  network.socket.say(sight(1));
  assert.deepEqual(network.socket.sent, first.sent);
  assert.deepEqual(network.socket.sent, [{ type: "take_back", command_id: id }]);
  network.socket.say(sight(2, id));
  network.socket.cut();
  await network.pass(TIMES.firstPause);
  network.socket.say(sight(2));
  assert.deepEqual(network.socket.sent, []);
});

test("a line on which an order is not answered is given up", async () => {
  const link = linked();
  network.socket.say(sight(1));
  link.send({ type: "take_back" });
  await network.pass(TIMES.answer - 1);
  assert.equal(network.sockets.length, 1);
  await network.pass(1 + TIMES.firstPause);
  const [old] = network.sockets;
  assert.equal(network.sockets.length, 2);
  assert.ok(old.closed);
  network.socket.say(sight(5));
  old.say(sight(2));
  old.cut();
  assert.deepEqual(heard.map(({ version }) => version), [1, 5]);
  assert.equal(network.sockets.length, 2);
});

test("a silent line is asked, and given up if it stays silent", async () => {
  linked();
  network.socket.say(sight(1));
  await network.pass(TIMES.silence);
  assert.deepEqual(network.socket.sent, [{ type: "ping" }]);
  network.socket.say({ type: "pong", command_id: "" });
  await network.pass(TIMES.silence + TIMES.answer - 1);
  assert.deepEqual(network.socket.sent, [{ type: "ping" }, { type: "ping" }]);
  assert.equal(network.sockets.length, 1);
  await network.pass(1 + TIMES.firstPause);
  assert.equal(network.sockets.length, 2);
  assert.deepEqual(heard.length, 1);
});

test("a socket that opens and says nothing is given up", async () => {
  linked();
  await network.pass(TIMES.opening + TIMES.firstPause);
  assert.equal(network.sockets.length, 2);
  assert.ok(network.sockets[0].closed);
});

test("where sockets are cut at once, pauses grow although each was let in", async () => {
  linked();
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

test("without sockets plain requests do the same, one after the other", async () => {
  const link = linked();
  await toRequests();
  const [asked] = network.requests;
  assert.deepEqual([asked.address, asked.order], ["/api/t/table", null]);
  asked.answer(sight(1));
  await settled();
  assert.deepEqual(told.slice(-1), ["open"]);
  const ids = [link.send({ type: "send_phrase" }), link.send({ type: "take_back" })];
  await settled();
  assert.equal(network.requests.length, 2);
  network.requests[1].answer(sight(2, ids[0]));
  await settled();
  assert.deepEqual(network.requests.map(({ order }) => order?.type), [undefined, "send_phrase", "take_back"]);
  network.requests[2].answer(sight(3, ids[1]));
  await network.pass(TIMES.polling);
  assert.deepEqual(heard.map(({ version }) => version), [1, 2, 3]);
  assert.equal(network.requests[3].order, null);
});

test("a request that fails is made again, and the page says that the line is lost", async () => {
  const link = linked();
  await toRequests();
  network.requests[0].answer(sight(1));
  await settled();
  link.send({ type: "take_back" });
  await settled();
  network.requests[1].fail();
  await network.pass(TIMES.longestPause);
  assert.ok(told.includes("lost"));
  assert.deepEqual(network.requests[2].order, network.requests[1].order);
});

test("an answer that a new line has overtaken says no more than that it is one", async () => {
  const link = linked();
  await toRequests();
  network.requests[0].answer(sight(1));
  await settled();
  const ids = [link.send({ type: "take_back" }), link.send({ type: "rematch" })];
  await network.pass(TIMES.firstPause * 2);
  network.socket.say(sight(7));
  network.requests[1].answer(sight(2, ids[0]));
  await settled();
  assert.deepEqual(heard.slice(-2), [sight(7), sight(7, ids[0])]);
  assert.deepEqual([...link.open.keys()], [ids[1]]);
  assert.equal(network.requests.length, 2);
});

test("an answer that is newer than what the new line has shown is heard as it is", async () => {
  const link = linked();
  await toRequests();
  network.requests[0].answer(sight(1));
  await settled();
  const id = link.send({ type: "take_back" });
  await network.pass(TIMES.firstPause * 2);
  network.socket.say(sight(7));
  network.requests[1].answer(sight(8, id));
  await settled();
  assert.deepEqual(heard.at(-1), sight(8, id));
});

test("a refusal that a new line has overtaken says no more than its reason", async () => {
  const link = linked();
  await toRequests();
  network.requests[0].answer(sight(1));
  await settled();
  const refusal = { type: "rejected", command_id: link.send({ type: "take_back" }), reason: "no" };
  await network.pass(TIMES.firstPause * 2);
  network.socket.say(sight(7));
  network.requests[1].answer({ ...refusal, table_view: sight(2) });
  await settled();
  assert.deepEqual(heard.at(-1), { ...refusal, table_view: sight(7) });
});

test("requests end when a socket says something", async () => {
  linked();
  await toRequests();
  await network.pass(TIMES.firstPause * 2);
  network.socket.say(sight(3));
  network.requests[0].answer(sight(1));
  await network.pass(TIMES.polling * 3);
  assert.equal(network.requests.length, 1);
  assert.deepEqual(told.at(-1), "open");
});

test("whoever has looked goes on looking, until another is to look", async () => {
  const link = linked();
  network.socket.say({ ...sight(1), handover_seat: 1 });
  const id = link.send({ type: "view_seat", seat: 1 });
  network.socket.say(sight(1, id));
  network.socket.cut();
  await network.pass(TIMES.firstPause);
  assert.match(network.socket.address, /\/ws\/t\/table\?as=1$/);
  network.socket.say({ ...sight(2), handover_seat: 0 });
  network.socket.cut();
  await network.pass(TIMES.firstPause);
  assert.match(network.socket.address, /\/ws\/t\/table$/);
});

test("who was shown out for asking far too much comes back late", async () => {
  linked();
  network.socket.say(sight(1));
  network.socket.cut(1008);
  await network.pass(TIMES.longestPause - 1);
  assert.equal(network.sockets.length, 1);
  await network.pass(1);
  assert.equal(network.sockets.length, 2);
});

test("where there is no such table nothing is tried any more", async () => {
  linked();
  await toRequests();
  network.requests[0].fail();
  await network.pass(TIMES.firstPause * 2);
  network.socket.cut(4404);
  await network.pass(TIMES.longestPause * 9);
  assert.equal(network.sockets.length, 3);
  assert.equal(network.requests.length, 1);
  assert.deepEqual(told.at(-1), "lost");
});
