/** Starts Python from its saved memory; two workers do so. */

import { EXTENSIONS, LOCK_FILE } from "./build.js";
import { unpack } from "./files.js";
import { linking, SITE_PACKAGES } from "./libraries.js";
import { restore } from "./memory.js";
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @param {string} path */
async function download(path) {
  return (await fetch(path)).arrayBuffer();
}

/** @returns {Promise<any>} the interface of Pyodide, with the server imported, but without files */
export async function startPython() {
  /** @type {Promise<ArrayBuffer> | null} */
  let content = download("memory.bin");
  const { bytes, header } = await (await fetch("memory.json")).json();
  const restoreMemory = async (/** @type {Uint8Array} */ memory) => {
    restore(memory, /** @type {ArrayBuffer} */ (await content));
    content = null; // Closures that Python keeps would hold it for ever.
  };
  const libraries = EXTENSIONS.map(async (path) => {
    const library = await WebAssembly.compileStreaming(fetch(path));
    return /** @type {[string, WebAssembly.Module]} */ ([path, library]);
  });
  return loadPyodide({
    indexURL: new URL("./pyodide/", import.meta.url).href,
    lockFileContents: LOCK_FILE,
    stdLibURL: "empty.zip",
    createPyodideModule: linking(createModule, libraries, { bytes, restore: restoreMemory }),
    _loadSnapshot: new Uint8Array(header),
  });
}

/**
 * Downloads the archives of the standard library and the packages.
 *
 * @returns {Promise<ArrayBuffer[]>}
 */
export function downloadFiles() {
  return Promise.all([download("library.zip"), download("packages.zip")]);
}

/**
 * Adds the files of the archives, for what is imported or read later.
 *
 * @param {any} python
 * @param {Promise<ArrayBuffer[]>} archives
 */
export async function addFiles(python, archives) {
  const [library, packages] = await archives;
  const [major, minor] = python._api.pyVersionTuple;
  python.FS.writeFile(`/lib/python${major}${minor}.zip`, new Uint8Array(library), { canOwn: true });
  await unpack(python.FS, packages, SITE_PACKAGES);
  python.pyimport("importlib").invalidate_caches();
}
