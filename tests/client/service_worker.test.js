/** The service worker of a site ends the requests of a page that is closed meanwhile. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const SCOPE = "https://example.org/games/";
const SOURCE = readFileSync(new URL("../../src/onirium/site/page/service_worker.js", import.meta.url), "utf-8");

/** A request that waits for ever fails its test. */
const LIMIT = { timeout: 20_000 };

/** A page that is closed when the test says so; its ports stay open, as those of a closing page of Chromium may. */
class Page {
  id = "page";
  url = SCOPE;
  isOpen = true;
  /** @type {MessagePort[]} */
  ports = [];

  /** @param {unknown} _ @param {MessagePort[]} ports */
  postMessage(_, ports) {
    this.ports.push(...ports);
  }
}

/** The other windows of the host: an empty frame, which Firefox lists, a page of the server, and another site. */
const OTHER_WINDOWS = ["about:blank", `${SCOPE}app/t/1`, "https://example.org/preview/#/t/1"].map((url) =>
  Object.assign(new Page(), { url }),
);

/** Returns how the service worker responds to a request for the lobby. @param {Page} page @returns {Promise<Response>} */
function requestLobby(page) {
  /** @type {Record<string, Function>} */
  const listeners = {};
  const clients = {
    matchAll: async () => [...OTHER_WINDOWS, page],
    get: async () => (page.isOpen ? page : undefined),
  };
  const bundles = [{ url: "page.json", folder: "" }];
  const scope = {
    SITE: { version: "1", archive: { files: [] }, files: {}, bundles },
    "xz-decompress": {},
    location: { href: `${SCOPE}service_worker.js` },
    addEventListener: (/** @type {string} */ type, /** @type {Function} */ listener) => {
      listeners[type] = listener;
    },
    clients,
  };
  const cache = { match: async () => new Response("{}"), put: async () => {} };
  Object.assign(globalThis, { caches: { open: async () => cache } });
  new Function("self", "importScripts", SOURCE)(scope, () => {});
  const request = new Request(`${SCOPE}app/`);
  return new Promise((resolve) => listeners.fetch({ request, respondWith: resolve }));
}

/** Returns the port of the request that a page has received. @param {Page} page @param {import("node:test").TestContext} context */
async function receivePort(page, context) {
  while (!page.ports.length) await new Promise(setImmediate);
  context.after(() => page.ports[0].close());
  return page.ports[0];
}

test("a request that a page did not receive before it was closed ends", LIMIT, async (context) => {
  const page = new Page();
  const response = requestLobby(page);
  await receivePort(page, context);
  page.isOpen = false;
  await assert.rejects(response);
});

test("a response that a page had begun before it was closed ends", LIMIT, async (context) => {
  const page = new Page();
  const response = requestLobby(page);
  const port = await receivePort(page, context);
  port.postMessage({ type: "start", status: 200, headers: [["content-type", "text/html"]] });
  port.postMessage({ type: "body", body: new TextEncoder().encode("<p>a game") });
  const { status, body } = await response;
  assert.equal(status, 200);
  page.isOpen = false;
  await assert.rejects(new Response(body).text());
});

test("a whole response arrives", LIMIT, async (context) => {
  const page = new Page();
  const response = requestLobby(page);
  const port = await receivePort(page, context);
  port.postMessage({ type: "start", status: 200, headers: [["content-type", "text/html"]] });
  port.postMessage({ type: "body", body: new TextEncoder().encode("<p>a game</p>") });
  port.postMessage({ type: "end" });
  assert.equal(await (await response).text(), "<p>a game</p>");
  assert.deepEqual(OTHER_WINDOWS.map(({ ports }) => ports), [[], [], []]);
});
