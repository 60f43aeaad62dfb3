/** The worker with the server: Python, its packages, and the database in IndexedDB. */

import { ASSET_VERSION, PREPARED_GAMES, SERVER_URL } from "./build.js";
import { openPages, ServerPages } from "./pages.js";
import { addFiles, addFilesLazily, listFiles, startPython } from "./python.js";

/** Commands of a first game that need no files; hints and others load networks. */
const PREPARED_COMMANDS = ["take_actions", "ping"];

/** How long a user may look at the lobby before the remaining files arrive. */
const IDLE_MS = 10_000;

/** How long after an action of the user the lobby is kept for the next visit. */
const QUIET_MS = 5_000;

/** How often the requests of a visit are rehearsed. V8 keeps code when it has optimized a megabyte, after a dozen times. */
const REHEARSALS = 20;

/** How long the server waits before it requests the remaining files again. */
const RETRY_MS = 5_000;

/** How long the first table takes to appear. */
const FIRST_CARD_MS = 1_000;

/** @type {{request: Function, connect: Function}} */
let server;
/** @type {any} */
let python;
/** Done when all files are there; null until they are requested. @type {Promise<void> | null} */
let complete = null;
let isComplete = false;
/** Whether there is no table but those of this visit, which begin while the files are not there. */
let isFirstVisit = false;
/** Whether there may be tables. A list of tables and the page of a missing one need templates that are among the files. */
let hasTables = false;

/** The timer that fires when the user has done nothing for a while. */
let quiet = 0;

/** How often the requests of a visit have been rehearsed. */
let rehearsals = 0;

/** Done when the server has started; requests wait for it. @type {Promise<void>} */
let started;

self.onmessage = async ({ data, ports }) => {
  if (data.type === "start") {
    started = start(data);
    started.catch((error) => postMessage({ type: "failed", reason: String(error) }));
    return;
  }
  await started;
  if (data.type === "request") request(data, ports[0]);
  else if (data.type === "connect") connect(data.path, ports[0]);
};

/** @param {{base: string, languages: string}} options */
async function start({ base, languages }) {
  const opened = openGames(base);
  const files = opened.then(({ image }) => (image.length ? listFiles() : null));
  python = await startPython(async (module) => {
    const listed = await files;
    isFirstVisit = !listed;
    if (listed) addFilesLazily(module, listed);
  });
  postMessage({ type: "starting" });
  const browser = python.pyimport("onirium.site.browser");
  const { pages, image } = await opened;
  const visit = [base, languages, ASSET_VERSION, SERVER_URL];
  const games = new ServerPages(pages);
  server = await browser.start(
    { load: async () => python.toPy(image), save: games.save.bind(games) },
    { start_worker: startWorker },
    ...visit,
  );
  // Neither the lobby nor the first card waits for a busy processor.
  setTimeout(addAllFiles, IDLE_MS);
  postMessage({ type: "started" });
  games.endStart().then((isSaved) => postMessage({ type: "stored", isSaved }));
}

/** Opens the database. @param {string} base */
async function openGames(base) {
  const pages = await openPages(base);
  return { pages, image: await pages.load() };
}

/** Reports later that the user has done nothing since. */
function awaitQuiet() {
  clearTimeout(quiet);
  quiet = setTimeout(() => {
    postMessage({ type: "quiet" });
    if (isFirstVisit) rehearse().catch(console.error);
  }, QUIET_MS);
}

/** Answers the requests of a visit while the user does nothing, so that V8 optimizes what they execute. */
async function rehearse() {
  const begun = quiet;
  await addAllFiles();
  const preparation = python.pyimport("onirium.site.warm_up");
  for (; rehearsals < REHEARSALS && quiet === begun; rehearsals++) {
    await preparation.warm_up();
    await new Promise((resolve) => setTimeout(resolve)); // A message of the user comes first.
  }
}

/** Adds the files, once; without a network, as soon as it returns. */
function addAllFiles() {
  complete ??= tryToAddFiles();
  return complete;
}

/** Waits for the files, which the page reports; a slow network needs minutes. */
async function awaitFiles() {
  if (isComplete) return;
  postMessage({ type: "loading" });
  await addAllFiles();
  postMessage({ type: "loaded" });
}

/** @returns {Promise<void>} */
async function tryToAddFiles() {
  try {
    await addFiles(python);
    isComplete = true;
  } catch (error) {
    console.warn(error);
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await tryToAddFiles();
  }
}

/**
 * Starts a worker for slow computations.
 *
 * @param {any} receive
 * @param {any} fail
 */
function startWorker(receive, fail) {
  const [receiveReply, failAll] = [receive.copy(), fail.copy()];
  const worker = new Worker("jobs.js", { type: "module" });
  worker.onmessage = ({ data: { id, bytes } }) => {
    const reply = python.toPy(bytes);
    receiveReply(id, reply);
    reply.destroy();
  };
  worker.onerror = ({ message }) => {
    worker.terminate();
    failAll(String(message));
  };
  return {
    send: (/** @type {number} */ id, /** @type {any} */ request) => {
      const bytes = request.toJs();
      worker.postMessage({ id, bytes }, [bytes.buffer]);
    },
    terminate: () => worker.terminate(),
  };
}

/** @param {{method: string, target: string, contentType: string, body: ArrayBuffer | null}} message @param {MessagePort} port */
async function request({ method, target, contentType, body }, port) {
  const content = body ? new Uint8Array(body) : new Uint8Array();
  if (isFirstVisit && !isPrepared(method, target, content)) await awaitFiles();
  if (method === "POST") {
    hasTables = true;
    awaitQuiet();
  }
  const responder = {
    start: (/** @type {number} */ status, /** @type {any} */ headers) =>
      port.postMessage({ type: "start", status, headers: headers.toJs() }),
    write: (/** @type {any} */ part) => {
      const bytes = part.toJs();
      port.postMessage({ type: "body", body: bytes }, [bytes.buffer]);
    },
    end: () => port.postMessage({ type: "end" }),
  };
  const pythonContent = python.toPy(content);
  const disconnect = server.request(method, target, contentType, pythonContent, responder);
  pythonContent.destroy();
  port.onmessage = () => disconnect();
}

/**
 * Returns whether the saved memory contains all that a request of a first visit needs, as `warm_up.py` has made it.
 *
 * @param {string} method
 * @param {string} target
 * @param {Uint8Array} body
 */
function isPrepared(method, target, body) {
  if (method === "GET") return hasTables ? /^\/t\/[^/]+$/.test(target) : target === "/";
  const form = new URLSearchParams(new TextDecoder().decode(body));
  return form.get("as") === "last" && PREPARED_GAMES.includes(form.get("game") ?? "");
}

/** @param {string} path @param {MessagePort} port */
async function connect(path, port) {
  const socket = server.connect(path, {
    receive: (/** @type {string} */ text) => {
      port.postMessage({ text });
      if (!complete) setTimeout(addAllFiles, FIRST_CARD_MS);
    },
    close: (/** @type {number} */ code) => port.postMessage({ code }),
  });
  let received = Promise.resolve();
  const receive = async (/** @type {{text: string} | {close: true}} */ data) => {
    if (isFirstVisit && "text" in data && !PREPARED_COMMANDS.includes(JSON.parse(data.text).type)) await awaitFiles();
    awaitQuiet();
    if ("text" in data) socket.receive(data.text);
    else socket.disconnect();
  };
  // A message that waits must not be overtaken.
  port.onmessage = ({ data }) => {
    received = received.then(() => receive(data)).catch(console.error);
  };
}
