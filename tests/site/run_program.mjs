/**
 * Calls the function `main` of a Python program, with the library and the packages of a site.
 *
 * Usage: node run_program.mjs PYODIDE_FOLDER SITE_FOLDER PROGRAM ARGUMENTS_OF_EACH_CALL_AS_JSON
 */

import { mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { argv } from "node:process";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { unpack } from "../../src/onirium/site/page/files.js";

const [pyodide, site, program, calls] = argv.slice(2);

/** Returns an archive of the site. @param {string} name */
async function archive(name) {
  const file = (await readdir(site)).find((path) => path.startsWith(`${name}-`) && path.endsWith(".zip.gz"));
  return gunzipSync(await readFile(`${site}/${file}`));
}

const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const folder = await mkdtemp(`${tmpdir()}/library-`);
const stdLibURL = `${folder}/library.zip`;
await writeFile(stdLibURL, await archive("library"));
const python = await loadPyodide({ indexURL: `${pyodide}/`, stdLibURL });
await rm(folder, { recursive: true });
await unpack(python.FS, new Uint8Array(await archive("packages")).buffer, "/packages");
python.runPython(`
import importlib.util, sys
sys.path.insert(0, "/packages")
if importlib.util.find_spec("compiled_library"):
    import compiled_library
    compiled_library.install()
`);
python.globals.set("calls", python.toPy(JSON.parse(calls)));
python.FS.writeFile("/packages/program.py", await readFile(program, "utf-8"));
python.runPython(`
import program
for parameters in calls:
    program.main(*parameters)
`);
