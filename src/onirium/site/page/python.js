/** Starts Python from its saved memory; two workers do so. */

import { EXTENSIONS, LOCK_FILE } from "./build.js";
import { unpack } from "./files.js";
import { linking, SITE_PACKAGES } from "./libraries.js";
import createModule from "./pyodide/pyodide.asm.mjs";
import { loadPyodide } from "./pyodide/pyodide.mjs";

/** @param {string} path */
async function download(path) {
  return (await fetch(path)).arrayBuffer();
}

/** @returns {Promise<any>} the interface of Pyodide, with the server imported, but without files */
export async function startPython() {
  const memory = download("memory.bin");
  const libraries = EXTENSIONS.map(async (path) => {
    const library = await WebAssembly.compileStreaming(fetch(path));
    return /** @type {[string, WebAssembly.Module]} */ ([path, library]);
  });
  const python = await loadPyodide({
    indexURL: new URL("./pyodide/", import.meta.url).href,
    lockFileContents: LOCK_FILE,
    stdLibURL: "empty.zip",
    createPyodideModule: linking(createModule, libraries, memory),
    _loadSnapshot: memory,
  });
  python._api.config._loadSnapshot = null; // It would hold the memory for ever.
  return python;
}

/**
 * Adds the files of the standard library and the packages, for what is imported or read later.
 *
 * @param {any} python
 */
export async function addFiles(python) {
  const [library, packages] = await Promise.all([download("library.zip"), download("packages.zip")]);
  const [major, minor] = python._api.pyVersionTuple;
  python.FS.writeFile(`/lib/python${major}${minor}.zip`, new Uint8Array(library));
  await unpack(python.FS, packages, SITE_PACKAGES);
  python.pyimport("importlib").invalidate_caches();
}
