/**
 * Calls the function `main` of a Python program that prints digests, in the interpreter of a site.
 *
 * Usage: node digest.mjs PYODIDE_FOLDER SITE_FOLDER DIGEST_PROGRAM ARGUMENTS_OF_EACH_CALL_AS_JSON
 */

import { readFile, readdir } from "node:fs/promises";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";

const [pyodide, site, program, calls] = argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ indexURL: `${pyodide}/` });
const archive = (await readdir(site)).find((name) => /^packages-.*\.zip\.gz$/.test(name));
const packages = gunzipSync(await readFile(`${site}/${archive}`));
python.unpackArchive(new Uint8Array(packages), "zip", { extractDir: "/packages" });
python.runPython(`
import importlib.util, sys
sys.path.insert(0, "/packages")
if importlib.util.find_spec("compiled_library"):
    import compiled_library
    compiled_library.install()
`);
python.globals.set("calls", python.toPy(JSON.parse(calls)));
python.FS.writeFile("/packages/digests.py", await readFile(program, "utf-8"));
python.runPython(`
import digests
for parameters in calls:
    digests.main(*parameters)
`);
