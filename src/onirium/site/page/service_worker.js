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
 *   bundle: {url: string, bytes: number},
 * }} Manifest
 */

/** Written by the builder: the version, the archive, the files by path, the bundle. */
const { version, archive, files, firstBytes, bundle } = /** @type {Manifest} */ (/** @type {any} */ (self).SITE);

importScripts("xz.js");
const { XzReadableStream } = /** @type {any} */ (self)["xz-decompress"];

const CACHE = `onirium-${version}`;

const REPORT_INTERVAL_MS = 200;

/** @typedef {{type: string, text?: string, base64?: string}} BundledFile */

/** The small files by path, when one of them has been requested. @type {Promise<Record<string, BundledFile>> | null} */
let smallFiles = null;

/** The archive while it arrives. @type {ReturnType<typeof openArchive> | null} */
let arriving = null;
let received = 0;
let lastReportMs = 0;
const scope = new URL("./", worker.location.href);
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
  const small = (await bundledFiles())[name];
  if (small) return smallResponse(small);
  if (isInApp) return forward(request, url);
  const archived = archive.files.find(({ path }) => path === name);
  if (!archived && !(name in files)) return fetch(request);
  const cache = await caches.open(CACHE);
  const cached = await cache.match(url);
  if (cached) return cached;
  if (archived) {
    arriving ??= openArchive(cache);
    const { bodies, stored } = arriving;
    event.waitUntil(stored);
    const body = bodies.get(name);
    bodies.delete(name);
    if (body) return typedResponse(archived.type, body);
    await stored;
    return respond(event, url);
  }
  const [body, stored] = (await downloadFile(name)).tee();
  event.waitUntil(cache.put(url, fileResponse(name, stored)));
  return fileResponse(name, body);
}

/** Returns whether a URL is that of a page of the server. @param {URL} url */
function belongsToApp({ pathname }) {
  return pathname === appPath || pathname.startsWith(`${appPath}/`);
}

/** Returns the small files; storing each of a thousand would take seconds. */
function bundledFiles() {
  smallFiles ??= (async () => {
    const stored = await (await caches.open(CACHE)).match(new URL(bundle.url, scope));
    return (stored ?? new Response(await download(bundle.url, "", () => {}))).json();
  })();
  smallFiles.catch(() => {
    smallFiles = null; // The next request tries again.
  });
  return smallFiles;
}

/** @param {BundledFile} file */
function smallResponse({ type, text, base64 }) {
  return typedResponse(type, text ?? Uint8Array.from(atob(base64 ?? ""), (letter) => letter.charCodeAt(0)));
}

/** @param {string} type @param {BodyInit} body */
function typedResponse(type, body) {
  return new Response(body, { headers: { "content-type": type } });
}

/** @param {string} path @param {ReadableStream} body */
function fileResponse(path, body) {
  return typedResponse(files[path].type, body);
}

/**
 * Downloads the archive and stores its files while they arrive.
 *
 * @param {Cache} cache
 * @returns {{bodies: Map<string, ReadableStream>, stored: Promise<unknown>}} the files by path, each of
 *     which can be read once, and what ends when all are stored
 */
function openArchive(cache) {
  /** @type {Map<string, ReadableStream>} */
  const bodies = new Map();
  /** @type {ReadableStreamDefaultController<Uint8Array>[]} */
  const outputs = [];
  const puts = archive.files.map(({ path, type }) => {
    const [body, copy] = new ReadableStream({ start: (output) => void outputs.push(output) }).tee();
    bodies.set(path, body);
    return cache.put(new URL(path, scope), typedResponse(type, copy));
  });
  const stored = Promise.all([distributeArchive(outputs), ...puts]).finally(() => {
    arriving = null;
  });
  return { bodies, stored };
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
 * Passes a request on to the page that runs the server, and returns its response. Several pages may be
 * open, or still closing; those without a server do not answer.
 *
 * @param {Request} request
 * @param {URL} url
 */
async function forward(request, url) {
  const body = ["GET", "HEAD"].includes(request.method) ? null : await request.arrayBuffer();
  const message = {
    type: "request",
    method: request.method,
    target: url.pathname.slice(appPath.length) + url.search || "/",
    contentType: request.headers.get("content-type") ?? "",
    body,
  };
  const clients = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const pages = clients.filter((client) => !belongsToApp(new URL(client.url)));
  return Promise.race(
    pages.map((page) => {
      const { port1, port2 } = new MessageChannel();
      page.postMessage(message, [port2]);
      return answer(port1);
    }),
  );
}

/** Returns the response that arrives on a port. @param {MessagePort} port @returns {Promise<Response>} */
function answer(port) {
  return new Promise((resolve) => {
    /** @type {ReadableStreamDefaultController<Uint8Array>} */
    let output;
    const stream = new ReadableStream({
      start: (controller) => {
        output = controller;
      },
      cancel: () => port.postMessage({ type: "cancel" }),
    });
    port.onmessage = ({ data }) => {
      if (data.type === "start") resolve(makeResponse(data, stream));
      else if (data.type === "body") output.enqueue(data.body);
      else output.close();
    };
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
  const cache = await caches.open(CACHE);
  const storedBundle = cache.put(new URL(bundle.url, scope), new Response(await download(bundle.url, "", () => {})));
  if (!worker.registration.active) {
    // A browser that stores nothing plays, too; what is missing is requested again.
    await storedBundle.catch(console.error);
    arriving = openArchive(cache);
    arriving.stored.catch(console.error);
    return;
  }
  await storedBundle;
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

/** Shows the pages how many bytes have arrived. */
async function report() {
  if (performance.now() < lastReportMs + REPORT_INTERVAL_MS) return;
  lastReportMs = performance.now();
  const share = received / firstBytes;
  for (const page of await worker.clients.matchAll({ type: "window", includeUncontrolled: true })) {
    page.postMessage({ type: "progress", share });
  }
}

async function activate() {
  for (const name of await caches.keys()) {
    if (name.startsWith("onirium-") && name !== CACHE) await caches.delete(name);
  }
  await worker.clients.claim();
}
