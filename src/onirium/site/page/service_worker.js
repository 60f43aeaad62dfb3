/**
 * Serves the files of the page from a cache, also without a network, and passes on all other requests
 * of the frame to the server, which runs in a worker of the page.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {any} */ (self));

/**
 * @typedef {{
 *   version: string,
 *   archive: {url: string, bytes: number, files: {path: string, type: string, bytes: number}[]},
 *   files: Record<string, {url: string, type: string, bytes: number, integrity: string}>,
 *   firstBytes: number,
 *   bundles: {url: string, folder: string}[],
 * }} Manifest
 */

/** Written by the builder: the version, the archive, the files by path, the bundles of small files. */
const { version, archive, files, firstBytes, bundles } = /** @type {Manifest} */ (/** @type {any} */ (self).SITE);

importScripts("xz.js");
const { XzReadableStream } = /** @type {any} */ (self)["xz-decompress"];

/** The folder of the pictures, whose bundle arrives after the archive. */
const PICTURES = "app/art/";

/** Where the cache keeps the page of the lobby; `cached_lobby.js` names it, too. */
const LOBBY = "lobby.html";

const REPORT_INTERVAL_MS = 200;

/** How often a request that waits checks whether its page is still open. */
const PAGE_CHECK_INTERVAL_MS = 500;

/** @typedef {{type: string, text?: string, base64?: string}} BundledFile */

/** The small files by path, in the bundles of which one has been requested. @type {Map<string, Promise<Record<string, BundledFile>>>} */
const smallFiles = new Map();

/** The cache, once it is open. @type {Promise<Cache> | null} */
let openedCache = null;

/** The archive while it arrives. @type {ReturnType<typeof openArchive> | null} */
let arriving = null;
let received = 0;
let lastReportMs = 0;
const scope = new URL("./", worker.location.href);

/** The beginning of the names of this site's caches: other sites of the same host have their own. */
const CACHE_PREFIX = `onirium ${scope.pathname} `;
const CACHE = CACHE_PREFIX + version;
const appPath = new URL("app", scope).pathname;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => {
  if (data.type === "activate") worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== scope.origin || !url.pathname.startsWith(scope.pathname)) return;
  event.respondWith(respond(event, url));
});

/** @param {FetchEvent} event @param {URL} url */
async function respond(event, url) {
  const { request } = event;
  const isInApp = belongsToApp(url);
  if (isInApp && request.destination === "document") {
    // A page of the server outside its frame, for example in a new tab.
    return Response.redirect(`${scope.href}#${url.href.slice(scope.href.length + "app".length)}`);
  }
  const name = url.pathname.slice(scope.pathname.length) || "index.html";
  const small = (await bundledFiles(name))[name];
  if (small) return smallResponse(small, isInApp);
  if (isInApp) return forward(request, url);
  const archived = archive.files.find(({ path }) => path === name);
  if (!archived && !(name in files)) return fetch(request);
  const cache = await openCache();
  const cached = await cache.match(url);
  if (cached) return cached;
  if (archived) {
    arriving ??= openArchive(cache);
    const { bodies, stored } = arriving;
    event.waitUntil(stored);
    const body = bodies.get(name);
    bodies.delete(name);
    if (!body) {
      await stored;
      return respond(event, url);
    }
    // The browser keeps machine code with a response of the cache, for the next visit.
    const file = archived.type === "application/wasm" && (await storedFile(cache, url, arriving.puts.get(name)));
    if (!file) return typedResponse(archived.type, body);
    body.cancel();
    return file;
  }
  const [body, stored] = (await downloadFile(name)).tee();
  event.waitUntil(cache.put(url, fileResponse(name, stored)));
  return fileResponse(name, body);
}

/** Returns the cache. Opened again, it would return after a newer version has deleted it. */
function openCache() {
  openedCache ??= caches.open(CACHE);
  return openedCache;
}

/** Returns whether a URL is that of a page of the server. @param {URL} url */
function belongsToApp({ pathname }) {
  return pathname === appPath || pathname.startsWith(`${appPath}/`);
}

/** Returns the small files of the bundle for a path; storing each of a thousand would take seconds. @param {string} path */
function bundledFiles(path) {
  const { url } = /** @type {Manifest["bundles"][0]} */ (bundles.find(({ folder }) => path.startsWith(folder)));
  const read = smallFiles.get(url) ?? readBundle(url);
  smallFiles.set(url, read);
  read.catch(() => smallFiles.delete(url)); // The next request tries again.
  return read;
}

/** Reads a bundle, and stores it if it is missing. @param {string} path */
async function readBundle(path) {
  const [cache, url] = [await openCache(), new URL(path, scope)];
  const stored = await cache.match(url);
  if (stored) return stored.json();
  const response = new Response(await download(path, "", () => {}));
  // A browser that stores nothing plays, too; what is missing is requested again.
  cache.put(url, response.clone()).catch(console.error);
  return response.json();
}

/** @param {BundledFile} file @param {boolean} isImmutable whether its URL names its version */
function smallResponse({ type, text, base64 }, isImmutable) {
  const body = text ?? Uint8Array.from(atob(base64 ?? ""), (letter) => letter.charCodeAt(0));
  // The next page of the frame takes it from the browser's memory.
  return typedResponse(type, body, isImmutable ? { "cache-control": "max-age=31536000, immutable" } : {});
}

/** @param {string} type @param {BodyInit} body @param {Record<string, string>} [headers] */
function typedResponse(type, body, headers) {
  return new Response(body, { headers: { "content-type": type, ...headers } });
}

/** @param {string} path @param {ReadableStream} body */
function fileResponse(path, body) {
  return typedResponse(files[path].type, body);
}

/**
 * Downloads the archive and stores its files while they arrive.
 *
 * @param {Cache} cache
 * @returns {{bodies: Map<string, ReadableStream>, puts: Map<string, Promise<void>>, stored: Promise<unknown>}} the
 *     files by path, each of which can be read once; what ends when one of them is stored, and when all are
 */
function openArchive(cache) {
  /** @type {Map<string, ReadableStream>} */
  const bodies = new Map();
  /** @type {ReadableStreamDefaultController<Uint8Array>[]} */
  const outputs = [];
  /** @type {Map<string, Promise<void>>} */
  const puts = new Map();
  for (const { path, type } of archive.files) {
    const [body, copy] = new ReadableStream({ start: (output) => void outputs.push(output) }).tee();
    bodies.set(path, body);
    puts.set(path, cache.put(new URL(path, scope), typedResponse(type, copy)));
  }
  const stored = Promise.all([distributeArchive(outputs), ...puts.values()]).finally(() => {
    arriving = null;
  });
  return { bodies, puts, stored };
}

/**
 * Returns the response of the cache when a file is stored; nothing if it cannot be stored.
 *
 * @param {Cache} cache
 * @param {URL} url
 * @param {Promise<void> | undefined} put
 */
async function storedFile(cache, url, put) {
  try {
    await put;
    return await cache.match(url);
  } catch {
    return undefined;
  }
}

/** Downloads the archive, and writes its files to streams. @param {ReadableStreamDefaultController<Uint8Array>[]} outputs */
async function distributeArchive(outputs) {
  try {
    const reader = new XzReadableStream(await download(archive.url, "", countReceived)).getReader();
    let chunk = new Uint8Array(0);
    for (const [index, { bytes }] of archive.files.entries()) {
      for (let missing = bytes; missing; ) {
        if (!chunk.length) chunk = await nextChunk(reader);
        const part = chunk.subarray(0, missing);
        outputs[index].enqueue(part);
        missing -= part.length;
        chunk = chunk.subarray(part.length);
      }
      outputs[index].close();
    }
    await readToEnd(reader);
  } catch (error) {
    for (const output of outputs) output.error(error);
    throw error;
  }
}

/** @param {ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>} reader */
async function nextChunk(reader) {
  const { value, done } = await reader.read();
  if (done) throw new Error(`${archive.url} is too short`);
  return value;
}

/** The decompressor releases its memory at the end only. @param {ReadableStreamDefaultReader<unknown>} reader */
async function readToEnd(reader) {
  while (!(await reader.read()).done);
}

/** @param {string} path */
function downloadFile(path) {
  const { url, integrity } = files[path];
  return download(url, integrity, countReceived);
}

/** @param {number} bytes */
function countReceived(bytes) {
  received += bytes;
  report();
}

/**
 * Returns the response of the server to a request. Keeps the lobby for the start of the next visit, until the user
 * deletes all data.
 *
 * @param {Request} request
 * @param {URL} url
 */
async function forward(request, url) {
  const response = await requestFromServer(request, url);
  const lobby = new URL(LOBBY, scope);
  if (request.method === "GET" && url.pathname === `${appPath}/` && response.ok) {
    const copy = response.clone();
    const cache = await openCache();
    cache.put(lobby, copy).catch(console.error);
  }
  if (request.method === "POST" && url.pathname === `${appPath}/privacy`) await (await openCache()).delete(lobby);
  return response;
}

/**
 * Passes a request on to the page that runs the server, and returns its response. Several pages may be
 * open, or still closing; those without a server refuse.
 *
 * @param {Request} request
 * @param {URL} url
 * @returns {Promise<Response>}
 */
async function requestFromServer(request, url) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const message = {
    type: "request",
    method: request.method,
    target: url.pathname.slice(appPath.length) + url.search || "/",
    contentType: request.headers.get("content-type") ?? "",
    body,
  };
  return Promise.any(
    (await listSitePages()).map((page) => {
      const { port1, port2 } = new MessageChannel();
      page.postMessage(message, [port2]);
      return answer(port1, page.id);
    }),
  );
}

/**
 * Returns the response that arrives on a port. Rejects when its page refuses or closes: a request that waited for ever
 * would keep this version running, and the next one waiting.
 *
 * @param {MessagePort} port
 * @param {string} pageId
 * @returns {Promise<Response>}
 */
function answer(port, pageId) {
  return new Promise((resolve, reject) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let output;
    const stream = new ReadableStream({
      start: (controller) => {
        output = controller;
      },
      cancel: () => {
        clearInterval(checks);
        port.postMessage({ type: "cancel" });
      },
    });
    /** @param {string} reason */
    const end = (reason) => {
      clearInterval(checks);
      const error = new Error(reason);
      reject(error);
      output.error(error);
    };
    port.onmessage = ({ data }) => {
      if (data.type === "refused") end("the page has no server");
      else if (data.type === "start") resolve(makeResponse(data, stream));
      else if (data.type === "body") output.enqueue(data.body);
      else {
        clearInterval(checks);
        output.close();
      }
    };
    port.addEventListener("close", () => end("the page was closed"));
    // Chromium does not close the port of a message that a closing page has not received.
    const checks = setInterval(async () => {
      if (!(await worker.clients.get(pageId))) end("the page was closed");
    }, PAGE_CHECK_INTERVAL_MS);
  });
}

/** @param {{status: number, headers: [string, string][]}} head @param {ReadableStream} stream */
function makeResponse({ status, headers }, stream) {
  const location = new Headers(headers).get("location");
  if (location && status >= 300 && status < 400) {
    return Response.redirect(new URL(location, scope), status);
  }
  const hasBody = ![204, 205, 304].includes(status);
  return new Response(hasBody ? stream : null, { status, headers });
}

/**
 * Stores the small files. At the first visit the large ones are stored while they are used, of which those
 * of the archive begin to arrive here; an update takes place when all files are there.
 */
async function install() {
  const cache = await openCache();
  if (!worker.registration.active) {
    const first = bundles.filter(({ folder }) => folder !== PICTURES);
    await Promise.all(first.map(({ folder }) => bundledFiles(folder)));
    arriving = openArchive(cache);
    // They arrive while Python starts.
    arriving.stored.then(() => bundledFiles(PICTURES)).catch(console.error);
    return;
  }
  await Promise.all(
    bundles.map(async ({ url }) => cache.put(new URL(url, scope), new Response(await download(url, "", () => {})))),
  );
  const archived = openArchive(cache);
  for (const body of archived.bodies.values()) body.cancel();
  const store = async (/** @type {string} */ path) =>
    cache.put(new URL(path, scope), fileResponse(path, await downloadFile(path)));
  await Promise.all([archived.stored, ...Object.keys(files).map(store)]);
}

/**
 * Downloads a file; one that ends with ``.gz`` is decompressed.
 *
 * @param {string} path relative to the page, or the URL of another host
 * @param {string} integrity a hash that the file must have, or an empty string
 * @param {(bytes: number) => void} count
 */
async function download(path, integrity, count) {
  const url = new URL(path, scope);
  const response = await fetch(url, { cache: "no-cache", integrity });
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`);
  const counted = response.body.pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        count(chunk.byteLength);
        controller.enqueue(chunk);
      },
    }),
  );
  const isCompressed = url.pathname.endsWith(".gz") && response.headers.get("content-encoding") !== "gzip";
  return isCompressed ? counted.pipeThrough(new DecompressionStream("gzip")) : counted;
}

/** Returns the open pages of this site, which lie in the folder of its files; other sites of the host have theirs. */
async function listSitePages() {
  const clients = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return clients.filter((client) => {
    const url = new URL(client.url);
    const folder = url.pathname.slice(0, url.pathname.lastIndexOf("/") + 1);
    return url.origin + folder === scope.href && !belongsToApp(url);
  });
}

/** Shows the pages how many bytes have arrived. */
async function report() {
  if (performance.now() < lastReportMs + REPORT_INTERVAL_MS) return;
  lastReportMs = performance.now();
  const share = received / firstBytes;
  for (const page of await listSitePages()) {
    page.postMessage({ type: "progress", share });
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith(CACHE_PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await worker.clients.claim();
}
