/** Starts Python with the packages of the site; two workers do so. */

import { LATER } from "./build.js";
import { loadPyodide } from "./pyodide/pyodide.mjs";

const SITE_PACKAGES = "/lib/onirium";

/**
 * @param {(share: number) => void} [report] receives the share of the work that is done
 * @returns {Promise<any>} the interface of Pyodide
 */
export async function startPython(report = () => {}) {
  const downloaded = fetch("packages.zip").then((response) => response.arrayBuffer());
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  report(0.4);
  python.unpackArchive(await downloaded, "zip", { extractDir: SITE_PACKAGES });
  python.runPython(`import sys; sys.path.insert(0, "${SITE_PACKAGES}")`);
  return python;
}

/**
 * Adds the files that a first game does not need: the weights of networks for other options.
 *
 * @param {any} python
 */
export async function addLaterFiles(python) {
  for (const path of LATER) {
    const content = new Uint8Array(await (await fetch(path)).arrayBuffer());
    python.FS.writeFile(`${SITE_PACKAGES}/${path}`, content);
  }
}
