/**
 * The page around the games. It owns the worker with the server, shows the server's pages in a frame,
 * and passes on what the service worker and the frame send to the server.
 */

import { CachedLobby } from "./cached_lobby.js";
import { texts } from "./texts.js";

/** How long a newer version may take to replace the one that runs, before the games start with that one. */
const REPLACEMENT_MS = 8_000;

const scope = new URL(".", location.href);
const appUrl = new URL("app", scope);

/** The name of the lock: other sites of the same host have their own. */
const LOCK = `onirium ${appUrl.pathname}`;

/** The key of the language that the user has chosen, among those of `stored_values.js`. */
const LANGUAGE = `onirium${appUrl.pathname}.language`;

const preferred = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in texts) ?? "en";
let words = texts[preferred];
setLanguage(startLanguage());

const [start, status, progress, notice] = ["start", "status", "progress", "notice"].map((id) =>
  /** @type {HTMLElement} */ (document.getElementById(id)),
);

/** @type {Worker | null} */
let server = null;
/** Whether the server answers; until then requests wait. */
let isStarted = false;
/** The message that stays below the page, or an empty string. */
let warning = "";
const cachedLobby = new CachedLobby(`${appUrl.href}/`);

/** Returns the language that the user has chosen, or the one that the browser prefers. */
function startLanguage() {
  try {
    const chosen = localStorage.getItem(LANGUAGE) ?? preferred;
    return chosen in texts ? chosen : preferred;
  } catch {
    return preferred; // The browser denies its storage.
  }
}

/** Adopts the language of a page; stores it for the next visit, unless the browser prefers it. @param {string} language */
function adoptLanguage(language) {
  if (!(language in texts)) return;
  setLanguage(language);
  try {
    if (language === preferred) localStorage.removeItem(LANGUAGE);
    else localStorage.setItem(LANGUAGE, language);
  } catch {
    // A denied or full storage: the next visit starts in the language that the browser prefers.
  }
}

/** @param {string} language one of the texts */
function setLanguage(language) {
  words = texts[language];
  document.documentElement.lang = language;
}

/** @param {string} message @param {number} percent */
function show(message, percent) {
  status.textContent = words[message];
  /** @type {HTMLProgressElement} */ (progress).value = percent;
}

/** @param {string} message */
function fail(message) {
  status.textContent = words[message];
  progress.hidden = true;
  start.hidden = false;
  document.querySelector("iframe")?.remove();
}

/** Shows a message below the page, or the one that stays. @param {string} [message] */
function notify(message = warning) {
  notice.textContent = message ? words[message] : "";
  notice.className = message;
  notice.hidden = !message;
}

/** Returns once a service worker serves the files of the page. */
async function installFiles() {
  const known = await navigator.serviceWorker.getRegistration();
  // To register would wait for a newer version that is being installed; the browser looks for one by itself.
  const registration = known?.active ? known : await navigator.serviceWorker.register("service_worker.js");
  const { active, waiting, installing } = registration;
  if (!active) await activated(waiting ?? installing);
  else if (waiting) await replaceBy(waiting);
}

/** Returns once the first service worker is active; fails if it cannot be installed. @param {ServiceWorker | null} worker */
function activated(worker) {
  return new Promise((resolve, reject) => {
    const check = () => {
      if (worker?.state === "activated") resolve(undefined);
      if (!worker || worker.state === "redundant") reject(new Error("not installed"));
    };
    worker?.addEventListener("statechange", check);
    check();
  });
}

/**
 * Loads the page again with a newer version. The older one may be kept by requests that do not end: then
 * the games start with it, and go on with the newer one when they have ended.
 *
 * @param {ServiceWorker} waiting
 */
async function replaceBy(waiting) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.postMessage({ type: "activate" });
  await new Promise((resolve) => setTimeout(resolve, REPLACEMENT_MS));
}

/** Shows how much of the files has arrived, or passes a request on. @param {MessageEvent} event */
function receiveFromServiceWorker({ data, ports }) {
  if (data.type === "progress") show("loading", 90 * Math.min(data.share, 1));
  if (data.type === "request") receiveRequest(data, ports[0]);
}

/** @param {{method: string, target: string, body: ArrayBuffer | null}} request @param {MessagePort} port */
async function receiveRequest(request, port) {
  if (!server) {
    // Another page has one, or had one: a request without an answer would keep the next version waiting.
    port.postMessage({ type: "refused" });
    return;
  }
  if (!isStarted && (await cachedLobby.answer(request, port))) return;
  server.postMessage(request, [port, ...(request.body ? [request.body] : [])]);
  if (!isStarted && cachedLobby.isLeft) notify("starting");
}

/** Creates the worker of the server, which begins to load its files. */
function createServer() {
  return new Worker("server.js", { type: "module" });
}

/**
 * Starts the server, which answers all requests once it has started.
 *
 * @param {Worker} worker
 * @returns {Promise<void>}
 */
function startServer(worker) {
  server = worker;
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.type === "started") resolve();
      else if (data.type === "stored") showStorage(data.isSaved);
      else if (data.type === "failed") reject(new Error(data.reason));
      else if (data.type === "quiet") cachedLobby.update();
      else if (data.type === "loading") notify("loading");
      else if (data.type === "loaded") notify();
      else show("starting", 95);
    };
    worker.postMessage({ type: "start", base: appUrl.pathname, languages: navigator.languages.join(",") });
  });
}

/** Warns that games end with the page, or requests that they stay. @param {boolean} isSaved */
function showStorage(isSaved) {
  if (isSaved) navigator.storage?.persist?.();
  else {
    warning = "not_saved";
    notify();
  }
}

/** Returns the page of the server that an address names; the lobby, if it is none. @param {string} address */
function addressedPage(address) {
  const { pathname, search, hash } = new URL(appUrl.pathname + (new URL(address).hash.slice(1) || "/"), scope);
  return pathname.startsWith(`${appUrl.pathname}/`) ? pathname + search + hash : `${appUrl.pathname}/`;
}

/** Names a page of the server in the address of this page. @param {string} url */
function showAddress(url) {
  const path = url.slice(appUrl.href.length);
  history.replaceState(null, "", path === "/" ? scope.pathname : `#${path}`);
}

/**
 * Opens the page of the server that the address names, in the frame. It is part of the HTML: after a
 * reload, browsers find no frame of a script in the entries of their history.
 */
function openFrame() {
  const frame = /** @type {HTMLIFrameElement} */ (document.querySelector("iframe"));
  // A page that has loaded since may have changed the address again.
  addEventListener("hashchange", ({ newURL }) => frame.contentWindow?.location.replace(addressedPage(newURL)));
  frame.onload = () => {
    const { contentDocument: page, contentWindow } = frame;
    if (!page || !contentWindow) return;
    document.title = page.title;
    adoptLanguage(page.documentElement.lang);
    const noteAddress = () => showAddress(contentWindow.location.href);
    noteAddress();
    // Newer browsers report the steps of a replay, too, which a reload then finds.
    /** @type {any} */ (contentWindow).navigation?.addEventListener("currententrychange", noteAddress);
    start.hidden = true;
    contentWindow.focus();
  };
  frame.src = addressedPage(location.href);
  showWhenParsed(frame);
  return frame;
}

/** Shows a frame before the pictures of its first page arrive; no event reports that. @param {HTMLIFrameElement} frame */
async function showWhenParsed(frame) {
  const isParsed = () => frame.contentDocument?.URL !== "about:blank" && frame.contentDocument?.readyState !== "loading";
  while (!isParsed()) await new Promise(requestAnimationFrame);
  frame.className = "";
}

/** Runs while this page holds the lock: one page at a time writes the games. */
async function run() {
  show("loading", 0);
  navigator.serviceWorker.addEventListener("message", receiveFromServiceWorker);
  navigator.serviceWorker.startMessages();
  addEventListener("message", ({ origin, data, ports }) => {
    if (origin === location.origin && data.type === "connect") server?.postMessage(data, [...ports]);
  });
  // With a service worker, its files need not wait for a look at newer versions.
  const early = navigator.serviceWorker.controller && createServer();
  await installFiles();
  const started = startServer(early ?? createServer());
  const frame = openFrame(); // Its request waits for the server, but nothing else does.
  await started;
  isStarted = true;
  notify();
  cachedLobby.renew(() => frame.contentWindow?.location.reload());
  await new Promise(() => {});
}

if (!("serviceWorker" in navigator) || !("locks" in navigator)) fail("unsupported");
else {
  navigator.locks.request(LOCK, { ifAvailable: true }, async (lock) => {
    if (lock) {
      await run();
      return;
    }
    fail("other_tab");
    await navigator.locks.request(LOCK, () => location.reload());
  }).catch((error) => {
    fail("failed");
    console.error(error);
  });
}
