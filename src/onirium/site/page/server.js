/** The worker with the server: Python, its packages, and the database in IndexedDB. */

import { loadPyodide } from "./pyodide/pyodide.mjs";
import { openPages } from "./pages.js";
import { ASSET_VERSION } from "./asset_version.js";

const SITE_PACKAGES = "/lib/onirium";

/** @typedef {{request: Function, connect: Function}} PythonServer */
/** @type {PythonServer} */
let server;
/** @type {any} */
let python;

self.onmessage = ({ data, ports }) => {
  if (data.type === "start") start(data).catch((error) => postMessage({ type: "failed", reason: String(error) }));
  else if (data.type === "request") request(data, ports[0]);
  else if (data.type === "connect") connect(data.path, ports[0]);
};

/** @param {{base: string, languages: string}} options */
async function start({ base, languages }) {
  const downloaded = fetch("packages.zip").then((response) => response.arrayBuffer());
  const opened = openPages();
  python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  postMessage({ type: "starting", share: 0.4 });
  python.unpackArchive(await downloaded, "zip", { extractDir: SITE_PACKAGES });
  python.runPython(`import sys; sys.path.insert(0, "${SITE_PACKAGES}")`);
  const browser = python.pyimport("onirium.site.browser");
  postMessage({ type: "starting", share: 0.8 });
  const pages = await opened;
  const storage = {
    load: async () => python.toPy(await pages.load()),
    save: pages.save.bind(pages),
  };
  server = await browser.start(storage, base, ASSET_VERSION, languages);
  postMessage({ type: "started", isSaved: pages.isDurable });
}

/** @param {{method: string, target: string, contentType: string, body: ArrayBuffer | null}} message @param {MessagePort} port */
function request({ method, target, contentType, body }, port) {
  const responder = {
    start: (/** @type {number} */ status, /** @type {any} */ headers) =>
      port.postMessage({ type: "start", status, headers: headers.toJs() }),
    write: (/** @type {any} */ part) => {
      const bytes = part.toJs();
      port.postMessage({ type: "body", body: bytes }, [bytes.buffer]);
    },
    end: () => port.postMessage({ type: "end" }),
  };
  const content = python.toPy(new Uint8Array(body ?? 0));
  const disconnect = server.request(method, target, contentType, content, responder);
  port.onmessage = () => disconnect();
}

/** @param {string} path @param {MessagePort} port */
function connect(path, port) {
  const socket = server.connect(path, {
    receive: (/** @type {string} */ text) => port.postMessage({ text }),
    close: (/** @type {number} */ code) => port.postMessage({ code }),
  });
  port.onmessage = ({ data }) => ("text" in data ? socket.receive(data.text) : socket.disconnect());
}
