"""Provides the interpreter and the wheels of a site, from folders or from npm and PyPI."""

import subprocess
import sys
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import Final

from onirium.site.packages import EXTENSIONS, WHEEL_PLATFORM, WHEEL_PYTHON

PYODIDE_VERSION: Final = "314.0.7"


class DownloadError(ValueError):
    """A download has failed; the message gives the remedy."""


class Downloads:
    """The interpreter and the wheels; what no folder provides is downloaded once.

    Args:
        cache: the folder of the downloads.
        pyodide: the folder of an unpacked npm package ``pyodide``, or None to download it.
        wheels: a folder with the wheels for browsers, or None to download them.
    """

    def __init__(self, cache: Path, pyodide: Path | None, wheels: Path | None) -> None:
        self._cache = cache
        self._pyodide = pyodide
        self._wheels = wheels

    def pyodide(self) -> Path:
        """Return the folder of the interpreter.

        Raises:
            DownloadError: if it cannot be downloaded.
        """
        folder = self._pyodide or self._cache / f"pyodide-{PYODIDE_VERSION}" / "package"
        if self._pyodide is None and not folder.exists():
            with _new_folder(folder) as unpacked:
                _download_pyodide(unpacked.parent)
        if not (folder / "pyodide.asm.wasm").exists():
            raise DownloadError(f"{folder}: no file pyodide.asm.wasm")
        return folder

    def wheels(self) -> Path:
        """Return a folder with the wheels for browsers, of the versions that are installed here.

        Raises:
            DownloadError: if they cannot be downloaded.
        """
        if self._wheels is not None:
            return self._wheels
        requirements = [f"{name}=={metadata.version(name)}" for name in EXTENSIONS]
        folder = self._cache / "wheels" / "-".join(requirements).replace("==", "-")
        if not folder.exists():
            with _new_folder(folder) as received:
                _download_wheels(received, requirements)
        return folder


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """Provide a temporary folder that becomes ``folder`` as a whole if the block succeeds.

    An interrupted download leaves nothing behind; of two at the same time the first one counts.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as name:
        received = Path(name, folder.name)
        received.mkdir()
        yield received
        try:
            received.rename(folder)
        except OSError:
            if not folder.exists():
                raise


def _download_pyodide(folder: Path) -> None:
    """Download the npm package into a folder, and unpack it to its folder ``package``."""
    npm = which("npm")
    if npm is None:
        raise DownloadError(
            f"npm is missing: install it, or download the npm package pyodide@"
            f"{PYODIDE_VERSION} and pass its folder with --pyodide"
        )
    command = [npm, "pack", "--silent", f"pyodide@{PYODIDE_VERSION}"]
    _run(command, folder, "pass the folder of the npm package with --pyodide")
    with tarfile.open(folder / f"pyodide-{PYODIDE_VERSION}.tgz") as archive:
        archive.extractall(folder, filter="data")


def _download_wheels(folder: Path, requirements: list[str]) -> None:
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
    target = ["--platform", WHEEL_PLATFORM, "--python-version", WHEEL_PYTHON]
    interpreter = ["--implementation", "cp", "--abi", f"cp{WHEEL_PYTHON}"]
    options = ["--only-binary", ":all:", "--dest", str(folder), *target, *interpreter]
    _run([*pip, *options, *requirements], folder, "pass a folder with the wheels with --wheels")


def _run(command: list[str], folder: Path, remedy: str) -> None:
    done = subprocess.run(  # noqa: S603, all arguments are constant
        command, cwd=folder, check=False, capture_output=True, text=True
    )
    if done.returncode:
        raise DownloadError(f"{command[0]}: {done.stderr.strip()[-500:]}; {remedy}")
