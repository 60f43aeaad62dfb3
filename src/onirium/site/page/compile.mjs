/**
 * Replaces the Python sources of an archive by byte code, which Python imports several times as fast.
 *
 * Usage: node compile.mjs PYODIDE_FOLDER ARCHIVE
 */

import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

const COMPILE = `
import ast
import zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc
from pathlib import Path

DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def without_docstrings(source):
    """Return the tree of a module with empty docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value.value = ""
    return tree


root = Path("/packages")
# anyio reads the sources of its packages.
for source in {*root.rglob("*.py")} - {*root.glob("anyio/**/__init__.py")}:
    path = str(source.relative_to(root))
    code = compile(without_docstrings(source.read_bytes()), path, "exec", dont_inherit=True)
    source.with_suffix(".pyc").write_bytes(_code_to_timestamp_pyc(code))
    source.unlink()
with zipfile.ZipFile("/packages.zip", "w") as archive:
    for path in sorted(path for path in root.rglob("*") if path.is_file()):
        archive.writestr(zipfile.ZipInfo(str(path.relative_to(root))), path.read_bytes())
`;

try {
  const [folder, archive] = argv.slice(2).map((path) => resolve(path));
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const python = await loadPyodide({ indexURL: `${folder}/` });
  python.unpackArchive(new Uint8Array(await readFile(archive)), "zip", { extractDir: "/packages" });
  python.runPython(COMPILE);
  await writeFile(archive, python.FS.readFile("/packages.zip"));
} catch (error) {
  console.error(String(error));
  exit(1);
}
