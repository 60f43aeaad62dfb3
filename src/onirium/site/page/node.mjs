/** Opens Pyodide in Node, for the builder and the tests. */

import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * @param {string} folder the npm package
 * @param {Record<string, unknown>} options of ``loadPyodide``
 * @returns {Promise<any>} the interface of Pyodide
 */
export async function openPyodide(folder, options = {}) {
  const url = pathToFileURL(`${resolve(folder)}/`).href;
  const { loadPyodide } = await import(`${url}pyodide.mjs`);
  return loadPyodide({ indexURL: `${resolve(folder)}/`, ...options });
}
