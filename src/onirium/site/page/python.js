/** Starts Python from its saved memory; two workers do so. */

import { EXTENSIONS, LOCK_FILE, MEMORY } from "./build.js";
import { addLazily, fillLazily, unpack } from "./files.js";
import { instantiating } from "./interpreter.js";
import { linking, SITE_PACKAGES } from "./libraries.js";
import { restore } from "./memory.js";

/** The folder of files that Pyodide requests but does not need. */
const NOTHING = "data:,";

/** @param {string} path */
async function download(path) {
  return (await open(path)).arrayBuffer();
}

/** Opens a file; one that is stored is read without the service worker. @param {string} path */
async function open(path) {
  return (await globalThis.caches?.match(path)) ?? fetch(path);
}

// Python runs most code where nothing awaits the result; a page notices the failure of its worker by an error only.
self.addEventListener("unhandledrejection", ({ reason }) => reportError(reason));

// Begun at once, like all downloads: the large modules are parsed and compiled while others arrive.
const pyodide = import("./pyodide/pyodide.mjs");
const interpreter = import("./pyodide/pyodide.asm.mjs");
/** From the service worker, since the browser keeps machine code with its responses only. */
const program = WebAssembly.compileStreaming(fetch("pyodide/pyodide.asm.wasm"));

/**
 * @param {(module: any) => Promise<void>} addFiles adds files while the memory arrives
 * @returns {Promise<any>} the interface of Pyodide, with the server imported
 */
export async function startPython(addFiles) {
  /** @type {Promise<ArrayBuffer> | null} */
  let content = download("memory.bin");
  const libraries = EXTENSIONS.map(async (path) => {
    const library = await WebAssembly.compileStreaming(open(path));
    return /** @type {[string, WebAssembly.Module]} */ ([path, library]);
  });
  const restoreMemory = async (/** @type {any} */ module) => {
    await addFiles(module);
    restore(module.HEAPU8, /** @type {ArrayBuffer} */ (await content));
    content = null; // Closures that Python keeps would hold it for ever.
  };
  const createModule = async (/** @type {any} */ settings) => {
    settings.instantiateWasm = instantiating(await program);
    return linking((await interpreter).default, libraries, { bytes: MEMORY.bytes, restore: restoreMemory })(settings);
  };
  return (await pyodide).loadPyodide({
    indexURL: NOTHING,
    lockFileContents: LOCK_FILE,
    stdLibURL: NOTHING,
    createPyodideModule: createModule,
    _loadSnapshot: new Uint8Array(MEMORY.header),
  });
}

/**
 * Adds the files of the standard library and the packages, for what is imported or read later.
 *
 * @param {any} python
 */
export async function addFiles(python) {
  const [library, packages] = await Promise.all([download("library.zip"), download("packages.zip")]);
  python.FS.writeFile(libraryPath(python._api), new Uint8Array(library), { canOwn: true });
  await unpack(python.FS, packages, SITE_PACKAGES);
  python.pyimport("importlib").invalidate_caches();
}

/**
 * Downloads the list of the same files.
 *
 * @returns {Promise<{library: number, packages: [string, number, number][]}>} the size of the library; the paths of the
 *     other files, and where their contents begin and end in the archive
 */
export async function listFiles() {
  return (await fetch("files.json")).json();
}

/**
 * Adds the same files before Python starts; they are read when the first of them is needed.
 *
 * @param {any} module of Pyodide
 * @param {Awaited<ReturnType<typeof listFiles>>} files
 */
export function addFilesLazily({ FS: fileSystem, API: api }, files) {
  const library = libraryPath(api);
  fileSystem.unlink(library); // which is empty
  addLazily(fileSystem, "library.zip", [[library, 0, files.library]]);
  fillLazily(fileSystem, SITE_PACKAGES, () =>
    addLazily(
      fileSystem,
      "packages.zip",
      files.packages.map(([path, start, end]) => [`${SITE_PACKAGES}/${path}`, start, end]),
    ),
  );
}

/** Returns the path of the archive of the standard library. @param {any} api */
function libraryPath(api) {
  const [major, minor] = api.pyVersionTuple;
  return `/lib/python${major}${minor}.zip`;
}
