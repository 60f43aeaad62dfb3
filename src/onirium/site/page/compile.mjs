/**
 * Replaces the Python sources of archives by byte code, which Python imports several times as fast.
 *
 * Usage: node compile.mjs PYODIDE_FOLDER ARCHIVE...
 */

import { readFile, writeFile } from "node:fs/promises";
import { argv, exit } from "node:process";
import { openPyodide } from "./node.mjs";

const COMPILE = `
import ast
import zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc

DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
WITH_SOURCES = ("anyio/__init__.py", "anyio/abc/__init__.py", "pyodide/", "_pyodide/")


def without_docstrings(source):
    """Return the tree of a module with empty docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None:
            node.body[0].value.value = ""
    return tree


def compiled(path, content):
    """Return the path and the content of a file, compiled if it is a module."""
    # anyio reads the sources of its packages, Pyodide its own docstrings.
    if not path.endswith(".py") or path.startswith(WITH_SOURCES):
        return path, content
    code = compile(without_docstrings(content), path, "exec", dont_inherit=True)
    return f"{path}c", bytes(_code_to_timestamp_pyc(code))


with zipfile.ZipFile("/sources.zip") as sources, zipfile.ZipFile("/compiled.zip", "w") as archive:
    for name in sources.namelist():
        path, content = compiled(name, sources.read(name))
        archive.writestr(zipfile.ZipInfo(path), content)
`;

try {
  const [folder, ...archives] = argv.slice(2);
  // Without the columns of the instructions, byte code takes a quarter less.
  const python = await openPyodide(folder, { env: { PYTHONNODEBUGRANGES: "1" } });
  for (const archive of archives) {
    python.FS.writeFile("/sources.zip", await readFile(archive));
    python.runPython(COMPILE);
    await writeFile(archive, python.FS.readFile("/compiled.zip"));
  }
} catch (error) {
  console.error(String(error));
  exit(1);
}
