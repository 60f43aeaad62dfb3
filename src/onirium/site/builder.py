"""Writes a site: the files of the page, the interpreter, the packages and the assets."""

import base64
import gzip
import hashlib
import subprocess
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from shutil import which
from typing import Final

import msgspec

from onirium.i18n.catalog import LANGUAGES
from onirium.site.downloads import Downloads
from onirium.site.packages import (
    collect_sources,
    collect_weights,
    pack,
    trim_library,
)
from onirium.web.client_modules import CLIENT
from onirium.web.config.i18n import page_words
from onirium.web.manifest import ICONS, web_manifest
from onirium.web.routes.assets import all_assets, asset_version

PAGE: Final = Path(__file__).parent / "page"

INTERPRETER_FILES: Final = (
    "pyodide.mjs",
    "pyodide.asm.mjs",
    "pyodide.asm.wasm",
    "pyodide-lock.json",
    "python_stdlib.zip",
)

SHELL_FILES: Final = (
    "index.html",
    "jobs.js",
    "pages.js",
    "python.js",
    "server.js",
    "shell.css",
    "shell.js",
)

SHELL_MESSAGES: Final = ("loading", "starting", "other_tab", "unsupported", "not_saved", "failed")

VERSION_HEX_DIGITS: Final = 12

_MEDIA_TYPES: Final = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".wasm": "application/wasm",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".html": "text/html; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".zip": "application/zip",
    ".webmanifest": "application/manifest+json",
}


class SiteError(ValueError):
    """A site cannot be built; the message gives the reason."""


class BundledFile(msgspec.Struct, omit_defaults=True):
    """A small file within the bundle of a site."""

    type: str
    text: str = ""
    base64: str = ""


class InstalledFile(msgspec.Struct):
    """A file that the service worker downloads."""

    url: str
    type: str
    bytes: int


class Download(msgspec.Struct):
    """The bundle, as the service worker downloads it."""

    url: str
    bytes: int


class Manifest(msgspec.Struct):
    """What the service worker installs.

    Attributes:
        version: a hash of all files.
        files: the large files by path.
        bundle: the small files.
        later: the files that are stored when they are first used.
    """

    version: str
    files: dict[str, InstalledFile]
    bundle: Download
    later: list[str]


def build_site(folder: Path, downloads: Downloads) -> int:
    """Write a site; return the number of bytes that a first visit downloads.

    Args:
        folder: receives the files; other files of the folder stay.
        downloads: provides the interpreter and the wheels.

    Raises:
        DownloadError: if the interpreter or a wheel is missing.
        SiteError: if Node is missing, or the packages cannot be compiled.
    """
    pyodide = downloads.pyodide()
    large = {f"pyodide/{name}": (pyodide / name).read_bytes() for name in INTERPRETER_FILES}
    large["pyodide/python_stdlib.zip"] = trim_library(large["pyodide/python_stdlib.zip"])
    large["packages.zip"] = _compile(pack(collect_sources(downloads.wheels())), pyodide)
    later = collect_weights()
    return _write(folder, large, dict(_shell_files(later)) | dict(_assets()), later)


def _write(
    folder: Path, large: dict[str, bytes], small: dict[str, bytes], later: dict[str, bytes]
) -> int:
    """Write the files, each in the form in which it is downloaded; return their size."""
    files = {
        path: InstalledFile(f"{path}.gz", media_type(path), _compress_to(folder, path, content))
        for path, content in large.items()
    }
    bundled = {path: _bundled_file(path, content) for path, content in small.items()}
    content = msgspec.json.encode(bundled)
    downloaded = large | later
    version = _digest(content + b"".join(downloaded[path] for path in sorted(downloaded)))
    bundle = Download("bundle.json.gz", _compress_to(folder, "bundle.json", content))
    for path, weights in later.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(weights)
    site = msgspec.json.encode(Manifest(version, files, bundle, sorted(later))).decode()
    worker = (PAGE / "service_worker.js").read_text("utf-8")
    (folder / "service_worker.js").write_text(f"self.SITE = {site};\n{worker}", "utf-8")
    # The first visit needs these before the service worker is installed.
    for path, content in small.items():
        if not path.startswith("app/"):
            (folder / path).write_bytes(content)
    return bundle.bytes + sum(file.bytes for file in files.values())


def _compress_to(folder: Path, path: str, content: bytes) -> int:
    """Write a file compressed by gzip; return its size."""
    target = folder / f"{path}.gz"
    target.parent.mkdir(parents=True, exist_ok=True)
    compressed = gzip.compress(content, mtime=0)
    target.write_bytes(compressed)
    return len(compressed)


def _compile(packages: bytes, pyodide: Path) -> bytes:
    """Return an archive with byte code of the interpreter in place of sources."""
    node = which("node")
    if node is None:
        raise SiteError("node is missing: install Node 20 or later, which compiles the packages")
    with tempfile.TemporaryDirectory() as folder:
        archive = Path(folder, "packages.zip")
        archive.write_bytes(packages)
        command = [node, str(PAGE / "compile.mjs"), str(pyodide), str(archive)]
        done = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603
        if done.returncode:
            raise SiteError(f"Pyodide cannot compile the packages: {done.stderr[-2000:]}")
        return archive.read_bytes()


def _shell_files(later: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the page around the games."""
    for name in SHELL_FILES:
        yield name, (PAGE / name).read_bytes()
    for name in ICONS:
        yield name, (CLIENT / name).read_bytes()
    yield "manifest.webmanifest", web_manifest("")
    texts = {
        language: {name: words.text(f"page.site.{name}") for name in SHELL_MESSAGES}
        for language in LANGUAGES
        for words in [page_words(language)]
    }
    yield "texts.js", b"export const texts = %s;\n" % msgspec.json.encode(texts)
    code = b""
    constants = {"ASSET_VERSION": asset_version(), "LATER": sorted(later)}
    for name, value in constants.items():
        code += b"export const %s = %s;\n" % (name.encode(), msgspec.json.encode(value))
    yield "build.js", code


def _assets() -> Iterator[tuple[str, bytes]]:
    """Yield the files that a server serves from memory, by path."""
    socket_path = f"app/static/{asset_version()}/socket.js"
    for path, content in all_assets():
        yield f"app{path}", content
    yield socket_path, (PAGE / "socket.js").read_bytes()


def _bundled_file(path: str, content: bytes) -> BundledFile:
    kind = media_type(path)
    try:
        return BundledFile(kind, text=content.decode())
    except UnicodeDecodeError:
        return BundledFile(kind, base64=base64.b64encode(content).decode())


def media_type(path: str) -> str:
    """Return the media type of a file.

    >>> media_type("server.mjs"), media_type("app/words/1/en/onirim.json"), media_type("a.bin")
    ('text/javascript', 'application/json', 'application/octet-stream')
    """
    return _MEDIA_TYPES.get(Path(path).suffix, "application/octet-stream")


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:VERSION_HEX_DIGITS]
