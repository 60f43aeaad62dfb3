/** The worker with the server: Python, its packages, and the database in IndexedDB. */

import { ASSET_VERSION } from "./build.js";
import { openPages } from "./pages.js";
import { addLaterFiles, startPython } from "./python.js";

/** @type {{request: Function, connect: Function}} */
let server;
/** @type {any} */
let python;
/** Done when all files are there; new tables may need them. @type {Promise<void>} */
let complete;

self.onmessage = ({ data, ports }) => {
  if (data.type === "start") start(data).catch((error) => postMessage({ type: "failed", reason: String(error) }));
  else if (data.type === "request") request(data, ports[0]);
  else if (data.type === "connect") connect(data.path, ports[0]);
};

/** @param {{base: string, languages: string}} options */
async function start({ base, languages }) {
  const opened = openPages();
  const report = (/** @type {number} */ share) => postMessage({ type: "starting", share });
  python = await startPython(report);
  const browser = python.pyimport("onirium.site.browser");
  report(0.8);
  const pages = await opened;
  const storage = {
    load: async () => python.toPy(await pages.load()),
    save: pages.save.bind(pages),
  };
  server = await browser.start(storage, { start_worker: startWorker }, base, ASSET_VERSION, languages);
  postMessage({ type: "started", isSaved: pages.isDurable });
  complete = addLaterFiles(python);
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
  const content = new Uint8Array(body ?? 0);
  if (method === "POST" && !isQuickStart(target, content)) await complete;
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

/** Returns whether the lobby requests a table with usual options. @param {string} target @param {Uint8Array} form */
function isQuickStart(target, form) {
  return target === "/tables" && new TextDecoder().decode(form).includes("as=last");
}

/** @param {string} path @param {MessagePort} port */
function connect(path, port) {
  const socket = server.connect(path, {
    receive: (/** @type {string} */ text) => port.postMessage({ text }),
    close: (/** @type {number} */ code) => port.postMessage({ code }),
  });
  port.onmessage = ({ data }) => ("text" in data ? socket.receive(data.text) : socket.disconnect());
}
