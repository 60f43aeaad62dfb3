"""Writes the requirements of a server with the hashes of their files: needs ``pip-tools``.

    python -m tools.lock_requirements

The versions are those of ``constraints.txt``. The hashes are those that the package index lists for
every file of a version, so that pip rejects any other file.
"""

import subprocess
import sys
from pathlib import Path
from typing import Final

ROOT = Path(__file__).parents[1]

LOCK_FILES: Final = {
    ROOT / "deploy" / "requirements.txt": ("--extra", "postgres"),
    ROOT / "deploy" / "build-requirements.txt": ("--build-deps-for", "wheel", "--only-build-deps"),
}
"""The written files, with the options that select their packages."""

OPTIONS: Final = (
    *("--quiet", "--generate-hashes", "--allow-unsafe", "--strip-extras"),
    # The files hold neither the addresses of an index nor options of the computer.
    *("--no-header", "--no-annotate", "--no-emit-options", "--no-emit-index-url"),
    *("--no-emit-find-links", "--no-emit-trusted-host"),
    *("--constraint", "constraints.txt"),
)


def lock(file: Path, selection: tuple[str, ...]) -> None:
    """Write the pinned packages of a selection to a file."""
    command = [sys.executable, "-m", "piptools", "compile", *OPTIONS, *selection]
    subprocess.run([*command, "--output-file", file, "pyproject.toml"], cwd=ROOT, check=True)


if __name__ == "__main__":
    for lock_file, selection in LOCK_FILES.items():
        lock(lock_file, selection)
