/** The lobby of the last visit is shown until the server of a site answers. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { CachedLobby } from "../../src/onirium/site/page/cached_lobby.js";

const OPEN_LOBBY = { method: "GET", target: "/" };
const START_GAME = { method: "POST", target: "/tables" };

/** Returns a lobby of which a visit kept one page, while the server would answer another. @param {string} kept @param {string} present */
function lobbyWith(kept, present) {
  const stored = kept ? new Response(kept, { headers: { "content-type": "text/html" } }) : undefined;
  Object.assign(globalThis, { caches: { match: async () => stored }, fetch: async () => new Response(present) });
  return new CachedLobby("/app/");
}

/** Returns what a request receives; nothing if it must wait for the server. @param {CachedLobby} lobby @param {typeof OPEN_LOBBY} request */
async function receive(lobby, request) {
  /** @type {any[]} */
  const messages = [];
  const port = /** @type {MessagePort} */ (/** @type {unknown} */ ({ postMessage: messages.push.bind(messages) }));
  assert.equal(await lobby.answer(request, port), messages.length > 0);
  return messages;
}

/** Returns whether the page is replaced once the server has started. @param {CachedLobby} lobby */
async function isRenewed(lobby) {
  let isReloaded = false;
  await lobby.renew(() => {
    isReloaded = true;
  });
  return isReloaded;
}

test("the first request of a visit receives the lobby of the last one", async () => {
  const lobby = lobbyWith("<p>two games</p>", "<p>two games</p>");
  const [start, body, end] = await receive(lobby, OPEN_LOBBY);
  assert.deepEqual([start.status, start.headers], [200, [["content-type", "text/html"]]]);
  assert.equal(new TextDecoder().decode(body.body), "<p>two games</p>");
  assert.equal(end.type, "end");
  assert.deepEqual(await receive(lobby, OPEN_LOBBY), []);
});

test("other requests, and those of a first visit, wait for the server", async () => {
  assert.deepEqual(await receive(lobbyWith("", "<p>none</p>"), OPEN_LOBBY), []);
  assert.deepEqual(await receive(lobbyWith("<p>two games</p>", ""), START_GAME), []);
});

test("a lobby that has changed is replaced, unless the visitor has left it", async () => {
  const same = lobbyWith("<p>two games</p>", "<p>two games</p>");
  await receive(same, OPEN_LOBBY);
  assert.equal(await isRenewed(same), false);
  const changed = lobbyWith("<p>two games</p>", "<p>a game to continue</p>");
  assert.equal(await isRenewed(changed), false);
  await receive(changed, OPEN_LOBBY);
  assert.equal(await isRenewed(changed), true);
  await receive(changed, START_GAME);
  assert.equal(await isRenewed(changed), false);
});
