"""Runs Pyodide in Node: compiles the packages, and saves the memory after their import."""

import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from shutil import which
from typing import Final, NamedTuple

_PROGRAMS: Final = Path(__file__).parent / "page"


class PrepareError(ValueError):
    """The files cannot be prepared; the message gives the reason."""


class Archives(NamedTuple):
    """The archives and the memory from which the interpreter of a site starts.

    Attributes:
        library: the standard library, compiled.
        packages: the packages, compiled.
        memory: the memory of the interpreter with the server imported, as ``memory.js`` reads it.
        memory_header: the properties of that memory that Pyodide needs before it starts.
    """

    library: bytes
    packages: bytes
    memory: bytes
    memory_header: bytes


def prepare_archives(
    pyodide: Path,
    library: bytes,
    packages: bytes,
    extensions: Mapping[str, bytes],
    report: Callable[[str], object],
) -> Archives:
    """Compile archives of Python sources, and save the memory of an interpreter that uses them.

    Args:
        pyodide: the folder of the npm package ``pyodide``.
        library: the archive of the standard library.
        packages: the archive of the packages.
        extensions: the compiled extensions by path, in the order in which they are linked.
        report: called with the name of each step.

    Raises:
        PrepareError: if Node is missing, or Pyodide cannot run the packages.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        library_path, packages_path = folder / "library.zip", folder / "packages.zip"
        library_path.write_bytes(library)
        packages_path.write_bytes(packages)
        for path, content in extensions.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        archives = [str(library_path), str(packages_path)]
        memory_paths = [folder / "memory.bin", folder / "memory.json"]
        report("compiling the packages to byte code")
        _run_node("compile.mjs", str(pyodide), *archives)
        arguments = [*archives, *map(str, memory_paths), name, *extensions]
        report("starting the server, to save its memory")
        _run_node("snapshot.mjs", str(pyodide), *arguments)
        outputs = (library_path, packages_path, *memory_paths)
        return Archives(*(path.read_bytes() for path in outputs))


def _run_node(program: str, *arguments: str) -> None:
    node = which("node")
    if node is None:
        raise PrepareError("node is missing: install Node 20 or later, which runs Pyodide")
    command = [node, str(_PROGRAMS / program), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
    if done.returncode:
        raise PrepareError(f"Pyodide cannot run the packages: {done.stderr[-2000:]}")
