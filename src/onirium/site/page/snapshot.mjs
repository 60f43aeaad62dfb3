/**
 * Saves the memory of Python after it has imported the server and answered the requests of a first visit.
 *
 * Usage: node snapshot.mjs PYODIDE_FOLDER LIBRARY_ARCHIVE PACKAGES_ARCHIVE MEMORY MEMORY_HEADER
 *     EXTENSION_FOLDER EXTENSION...
 */

import crypto from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";
import { unpack } from "./files.js";
import { linking, SITE_PACKAGES } from "./libraries.js";
import { difference, restore } from "./memory.js";
import { openPyodide } from "./node.mjs";

const BLOCKS_PER_SIZE = 16;

const PREPARE = `
import importlib.util
import sys

sys.path.insert(0, "${SITE_PACKAGES}")
if importlib.util.find_spec("compiled_library"):
    import compiled_library
    compiled_library.install()
from onirium.site.warm_up import warm_up
await warm_up()
# Freed memory of small objects becomes zero, which takes no space in the file.
for size in range(48, 513, 16):
    objects = [bytes(size - 17) for _ in range(1_500_000 // size)]
    del objects
`;

/** Stops the clocks and the random generator, so that the same sources give the same memory. */
function makeDeterministic() {
  Date.now = () => 0;
  performance.now = () => 0;
  crypto.randomFillSync = (/** @type {any} */ bytes) => bytes;
}

/** Sets the freed memory of large objects to zero. @param {any} module of Emscripten */
function clearFreeMemory(module) {
  const blocks = [];
  for (let size = 1 << 16; size >= 512; size >>= 1) {
    for (let count = 0; count < BLOCKS_PER_SIZE; count++) {
      const block = module._malloc(size);
      module.HEAPU8.fill(0, block, block + size);
      blocks.push(block);
    }
  }
  blocks.forEach((block) => module._free(block));
}

try {
  makeDeterministic();
  const [folder, library, packages, memoryPath, headerPath, extensionFolder, ...extensions] = argv.slice(2);
  const { default: createModule } = await import(pathToFileURL(`${resolve(folder)}/pyodide.asm.mjs`).href);
  const libraries = extensions.map(async (path) => {
    const content = await readFile(`${extensionFolder}/${path}`);
    return /** @type {[string, WebAssembly.Module]} */ ([path, await WebAssembly.compile(content)]);
  });
  const python = await openPyodide(folder, {
    _makeSnapshot: true,
    createPyodideModule: linking(createModule, libraries),
    stdLibURL: resolve(library),
  });
  // Not by Python, since the files would remain in the free parts of its memory.
  await unpack(python.FS, new Uint8Array(await readFile(packages)).buffer, SITE_PACKAGES);
  await python.runPythonAsync(PREPARE);
  clearFreeMemory(python._module);
  const snapshot = python.makeMemorySnapshot();
  const [, headerBytes] = new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2);
  const [header, memory] = [snapshot.subarray(0, headerBytes), snapshot.subarray(headerBytes)];
  await writeFile(headerPath, JSON.stringify({ bytes: memory.length, header: [...header] }));
  const restoreMemory = async (/** @type {any} */ { HEAPU8: linked }) => {
    const content = await difference(linked, memory);
    await writeFile(memoryPath, new Uint8Array(content));
    restore(linked, content);
  };
  // A second Python continues the first one, as in a browser.
  const continued = await openPyodide(folder, {
    _loadSnapshot: header,
    createPyodideModule: linking(createModule, libraries, { bytes: memory.length, restore: restoreMemory }),
    stdLibURL: resolve(library),
  });
  continued.pyimport("onirium.site.browser");
} catch (error) {
  console.error(String(error));
  exit(1);
}
exit(0);
