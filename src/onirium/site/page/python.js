/** Starts Python from its saved memory; two workers do so. */

import { EXTENSIONS, LOCK_FILE } from "./build.js";
import { addLazily, unpack } from "./files.js";
import { linking, SITE_PACKAGES } from "./libraries.js";
import { restore } from "./memory.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @param {string} path */
async function download(path) {
  return (await open(path)).arrayBuffer();
}

/** Opens a file; one that is stored is read without the service worker. @param {string} path */
async function open(path) {
  return (await globalThis.caches?.match(path)) ?? fetch(path);
}

/** Begun at once, like all downloads: the large modules are parsed and compiled while others arrive. */
const interpreter = import("./pyodide/pyodide.asm.mjs");

/** @returns {Promise<any>} the interface of Pyodide, with the server imported, but without files */
export async function startPython() {
  /** @type {Promise<ArrayBuffer> | null} */
  let content = download("memory.bin");
  const libraries = EXTENSIONS.map(async (path) => {
    const library = await WebAssembly.compileStreaming(open(path));
    return /** @type {[string, WebAssembly.Module]} */ ([path, library]);
  });
  const { bytes, header } = await (await fetch("memory.json")).json();
  const restoreMemory = async (/** @type {Uint8Array} */ memory) => {
    restore(memory, /** @type {ArrayBuffer} */ (await content));
    content = null; // Closures that Python keeps would hold it for ever.
  };
  const createModule = async (/** @type {any} */ settings) =>
    linking((await interpreter).default, libraries, { bytes, restore: restoreMemory })(settings);
  return loadPyodide({
    indexURL: new URL("./pyodide/", import.meta.url).href,
    lockFileContents: LOCK_FILE,
    stdLibURL: "empty.zip",
    createPyodideModule: createModule,
    _loadSnapshot: new Uint8Array(header),
  });
}

/**
 * Adds the files of the standard library and the packages, for what is imported or read later.
 *
 * @param {any} python
 */
export async function addFiles(python) {
  const [library, packages] = await Promise.all([download("library.zip"), download("packages.zip")]);
  python.FS.writeFile(libraryPath(python), new Uint8Array(library), { canOwn: true });
  await unpack(python.FS, packages, SITE_PACKAGES);
  python.pyimport("importlib").invalidate_caches();
}

/**
 * Adds the same files, which are read when the first of them is needed: nothing waits for them before.
 *
 * @param {any} python
 */
export async function addFilesLazily(python) {
  const { library, packages } = await (await fetch("files.json")).json();
  python.FS.unlink(libraryPath(python)); // which is empty
  addLazily(python.FS, "library.zip", [[libraryPath(python), 0, library]]);
  addLazily(
    python.FS,
    "packages.zip",
    packages.map((/** @type {[string, number, number]} */ [path, start, end]) => [
      `${SITE_PACKAGES}/${path}`,
      start,
      end,
    ]),
  );
  python.pyimport("importlib").invalidate_caches();
}

/** Returns the path of the archive of the standard library. @param {any} python */
function libraryPath(python) {
  const [major, minor] = python._api.pyVersionTuple;
  return `/lib/python${major}${minor}.zip`;
}
