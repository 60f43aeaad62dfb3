"""Provides the third-party files of a site, from folders or from npm and PyPI."""

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
XZ_DECOMPRESS_VERSION: Final = "0.2.3"


class DownloadError(ValueError):
    """A download has failed; the message gives the remedy."""


class Downloads:
    """Provides the interpreter, a decompressor and the wheels; downloads the missing ones once.

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
        folder = self._pyodide or self._npm_package(
            "pyodide", PYODIDE_VERSION, "pass its folder with --pyodide"
        )
        if not (folder / "pyodide.asm.wasm").exists():
            raise DownloadError(f"{folder}: no file pyodide.asm.wasm")
        return folder

    def decompressor(self) -> bytes:
        """Return the script that decompresses XZ in a browser.

        Raises:
            DownloadError: if it cannot be downloaded.
        """
        remedy = f"unpack it to {self._cache}"
        package = self._npm_package("xz-decompress", XZ_DECOMPRESS_VERSION, remedy)
        return (package / "dist" / "package" / "xz-decompress.min.js").read_bytes()

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

    def _npm_package(self, name: str, version: str, remedy: str) -> Path:
        """Return the folder of an npm package."""
        folder = self._cache / f"{name}-{version}" / "package"
        if not folder.exists():
            with _new_folder(folder) as unpacked:
                _download_npm_package(unpacked.parent, f"{name}@{version}", remedy)
        return folder


@contextmanager
def _new_folder(folder: Path) -> Iterator[Path]:
    """Provide a temporary folder that becomes ``folder`` as a whole if the block succeeds.

    An interrupted download leaves nothing behind; of two at the same time the
    first one to finish counts.
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


def _download_npm_package(folder: Path, package: str, remedy: str) -> None:
    """Download an npm package into a folder, and unpack it to its folder ``package``."""
    npm = which("npm")
    if npm is None:
        raise DownloadError(f"npm is missing: install it, or download {package} and {remedy}")
    _run([npm, "pack", "--silent", package], folder, remedy)
    [downloaded] = folder.glob("*.tgz")
    with tarfile.open(downloaded) as archive:
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
