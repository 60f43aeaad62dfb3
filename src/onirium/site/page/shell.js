/**
 * The page around the games. It owns the worker with the server, shows the server's pages in a frame,
 * and passes on what the service worker and the frame send to the server.
 */

import { texts } from "./texts.js";

const LOCK = "onirium";
const scope = new URL(".", location.href);
const appUrl = new URL("app", scope);
const words = texts[navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in texts) ?? "en"];

const [start, status, progress, notice] = ["start", "status", "progress", "notice"].map((id) =>
  /** @type {HTMLElement} */ (document.getElementById(id)),
);

/** @type {Worker | null} */
let server = null;

/** @param {string} message @param {number} percent */
function show(message, percent) {
  status.textContent = words[message];
  /** @type {HTMLProgressElement} */ (progress).value = percent;
}

/** @param {string} message */
function fail(message) {
  status.textContent = words[message];
  progress.hidden = true;
}

/** Returns once the service worker of this version serves the files of the page. */
async function installFiles() {
  const known = await navigator.serviceWorker.getRegistration();
  // The browser looks for a newer version after the navigation; nothing needs to wait for that.
  if (navigator.serviceWorker.controller && known?.active && !known.installing && !known.waiting) return;
  const registration = await navigator.serviceWorker.register("service_worker.js");
  // Nothing has started yet, so that a newer version can replace the files now.
  registration.waiting?.postMessage({ type: "activate" });
  const installing = registration.waiting ?? (registration.active ? null : registration.installing);
  if (installing) {
    await new Promise((resolve, reject) => {
      installing.onstatechange = () => {
        if (installing.state === "activated") resolve(undefined);
        if (installing.state === "redundant") reject(new Error("not installed"));
      };
      if (installing.state === "activated") resolve(undefined);
    });
  }
  await navigator.serviceWorker.ready;
}

/** Shows how much of the files has arrived. @param {MessageEvent} event */
function receiveFromServiceWorker({ data, ports }) {
  if (data.type === "progress") show("loading", 90 * Math.min(data.share, 1));
  if (data.type === "request") server?.postMessage(data, [...ports, ...(data.body ? [data.body] : [])]);
}

/** Starts the server, which answers all requests once it has started; returns whether it saves games. @returns {Promise<boolean>} */
function startServer() {
  const worker = new Worker("server.js", { type: "module" });
  server = worker;
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.type === "started") resolve(data.isSaved);
      else if (data.type === "failed") reject(new Error(data.reason));
      else show("starting", 95);
    };
    worker.postMessage({ type: "start", base: appUrl.pathname, languages: navigator.languages.join(",") });
  });
}

/** Opens a frame for the pages of the server, with the one that the address names. */
function openFrame() {
  const frame = document.createElement("iframe");
  frame.title = "Onirium";
  frame.src = `${appUrl.pathname}${location.hash.slice(1) || "/"}`;
  frame.onload = () => {
    const { contentDocument: page, contentWindow } = frame;
    if (!page || !contentWindow) return;
    document.title = page.title;
    const path = contentWindow.location.href.slice(appUrl.href.length);
    history.replaceState(null, "", path === "/" ? scope.pathname : `#${path}`);
    start.hidden = true;
    contentWindow.focus();
  };
  frame.className = "waiting";
  document.body.append(frame);
  return frame;
}

/** Runs while this page holds the lock: one page at a time writes the games. */
async function run() {
  show("loading", 0);
  navigator.serviceWorker.addEventListener("message", receiveFromServiceWorker);
  navigator.serviceWorker.startMessages();
  addEventListener("message", ({ origin, data, ports }) => {
    if (origin === location.origin && data.type === "connect") server?.postMessage(data, [...ports]);
  });
  await installFiles();
  const started = startServer();
  const frame = openFrame(); // Its request waits for the server, but nothing else does.
  const isSaved = await started;
  frame.className = "";
  if (isSaved) navigator.storage?.persist?.();
  else {
    notice.textContent = words.not_saved;
    notice.hidden = false;
  }
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
