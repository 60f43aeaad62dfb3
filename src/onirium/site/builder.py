"""Writes a site: the files of the page, the interpreter, the packages and the assets."""

import base64
import gzip
import hashlib
import lzma
import zipfile
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from onirium.i18n.catalog import LANGUAGES
from onirium.site.downloads import Downloads
from onirium.site.indirect_calls import move_indirect_calls
from onirium.site.interpreter import drop_unused_functions
from onirium.site.packages import (
    collect_sources,
    extension_paths,
    pack,
    site_modules,
    trim_library,
)
from onirium.site.prepare import Archives, prepare_archives
from onirium.site.warm_up import prepared_games
from onirium.web.bundles import bundle_script
from onirium.web.client_modules import CLIENT, compact
from onirium.web.config.i18n import page_words
from onirium.web.manifest import ICONS, web_manifest
from onirium.web.routes.assets import all_assets, asset_version

PAGE: Final = Path(__file__).parent / "page"

INTERPRETER_FILES: Final = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")

ARCHIVE: Final = "first.xz"
"""The archive of the files that a game needs to start."""

BUNDLES: Final = {"pictures.json": "app/art/", "client.json": "app/", "page.json": ""}
"""The bundles of small files, and their path prefixes; each is read as a whole."""

DECOMPRESSOR: Final = "xz.js"

# Pointers of a 32-bit memory are aligned to four bytes.
XZ_FILTER: Final = {
    "id": lzma.FILTER_LZMA2,
    "preset": 6,
    "lc": 2,
    "lp": 2,
    "pb": 2,
}

ZIP_HEADER_BYTES: Final = 30
"""The size of the header before the name of a file within an archive."""

SHELL_FILES: Final = ("index.html", "shell.css")

SHELL_SCRIPTS: Final = ("jobs.js", "server.js", "shell.js")
"""The scripts of the page and its two workers, each with the modules that it imports."""

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
    ".so": "application/wasm",
    ".png": "image/png",
    ".zip": "application/zip",
    ".webmanifest": "application/manifest+json",
}


class BundledFile(msgspec.Struct, omit_defaults=True):
    """A small file within a bundle of a site."""

    type: str
    text: str = ""
    base64: str = ""


class InstalledFile(msgspec.Struct):
    """A file that the service worker downloads.

    Attributes:
        url: its address, relative to the page or of another host.
        type: its media type.
        bytes: the bytes that arrive, before the service worker decompresses them.
        integrity: a hash that a file of another host must have, or an empty string.
    """

    url: str
    type: str
    bytes: int
    integrity: str = ""


class Bundle(msgspec.Struct):
    """Small files, as the service worker downloads them.

    Attributes:
        url: its address.
        folder: the path prefix of its files.
        bytes: its compressed size.
    """

    url: str
    folder: str
    bytes: int


class ArchivedFile(msgspec.Struct):
    """A file within the archive, which consists of its files one after the other.

    Attributes:
        path: its path.
        type: its media type.
        bytes: its size.
    """

    path: str
    type: str
    bytes: int


class Archive(msgspec.Struct):
    """The archive, as the service worker downloads it.

    Attributes:
        url: its address.
        bytes: its compressed size.
        files: its files in their order.
    """

    url: str
    bytes: int
    files: list[ArchivedFile]


class Manifest(msgspec.Struct, rename="camel"):
    """The files that the service worker installs.

    Attributes:
        version: a hash of all files.
        archive: the large files of the site that a game needs to start.
        files: other large files by path.
        first_bytes: the download size of all large files that a game needs to start.
        bundles: the small files, each in the first bundle whose folder contains it.
    """

    version: str
    archive: Archive
    files: dict[str, InstalledFile]
    first_bytes: int
    bundles: list[Bundle]


class SiteOptions(NamedTuple):
    """The options of a site: other hosts, and compiled rules.

    Attributes:
        server_url: a server to which users can move games, or an empty string.
        interpreter_url: a folder with the files of the npm package ``pyodide``, from which
            browsers load the interpreter; by default the site contains it.
        compiled: the wheel of this package for browsers; by default the rules run interpreted.
    """

    server_url: str = ""
    interpreter_url: str = ""
    compiled: Path | None = None


DEFAULT_OPTIONS: Final = SiteOptions()


class Sizes(NamedTuple):
    """The number of bytes that a first visit downloads from the site.

    Attributes:
        first: before a game can start.
        total: in all.
    """

    first: int
    total: int


class _SiteFiles(NamedTuple):
    """The contents of the files of a site by path, before they are compressed.

    Attributes:
        first: the large files that a game needs to start.
        later: other large files.
        foreign: the files of the interpreter that another host serves.
        small: all other files.
    """

    first: dict[str, bytes]
    later: dict[str, bytes]
    foreign: dict[str, bytes]
    small: dict[str, bytes]


def build_site(
    folder: Path,
    downloads: Downloads,
    options: SiteOptions = DEFAULT_OPTIONS,
    report: Callable[[str], object] = str,
) -> Sizes:
    """Write a site; return the size of the downloads of a first visit.

    Args:
        folder: receives the files; other files of the folder stay.
        downloads: provides the interpreter and the wheels.
        options: other hosts and compiled rules.
        report: called with the name of each step, which takes seconds.

    Raises:
        DownloadError: if the interpreter is missing or a download fails.
        FileNotFoundError: if a given wheel is missing.
        WrongWheelError: if a wheel is damaged, or that of this package was built from other
            sources.
        PrepareError: if Node is missing, or Pyodide cannot run the packages.
    """
    # A folder that cannot be written is an error before minutes of work.
    folder.mkdir(parents=True, exist_ok=True)
    files = _prepare_files(downloads, options, report)
    report("compressing the files")
    archive = _write_archive(folder, files.first)
    own = {path: _own_file(folder, path, content) for path, content in files.later.items()}
    foreign = {
        path: _foreign_file(options.interpreter_url, path, content)
        for path, content in files.foreign.items()
    }
    bundles = _write_small_files(folder, files.small)
    first_bytes = archive.bytes + sum(file.bytes for file in foreign.values())
    version = _version(files)
    _write_service_worker(folder, Manifest(version, archive, own | foreign, first_bytes, bundles))
    own_first = sum(bundle.bytes for bundle in bundles) + archive.bytes
    return Sizes(own_first, own_first + sum(file.bytes for file in own.values()))


def _prepare_files(
    downloads: Downloads, options: SiteOptions, report: Callable[[str], object]
) -> _SiteFiles:
    """Return the files of a site; see ``build_site``."""
    report("downloading Pyodide and the wheels")
    pyodide = downloads.pyodide()
    sources = collect_sources(downloads.wheels(), options.compiled)
    library = trim_library((pyodide / "python_stdlib.zip").read_bytes())
    extensions = {path: sources[path] for path in extension_paths(sources)}
    archives = prepare_archives(pyodide, library, pack(sources), extensions, report)
    is_foreign = bool(options.interpreter_url)
    interpreter = _interpreter_files(pyodide, is_foreign=is_foreign)
    constants = {
        "ASSET_VERSION": asset_version(),
        "EXTENSIONS": list(extensions),
        "LOCK_FILE": _lock_file_without_packages(pyodide),
        "MEMORY": msgspec.Raw(archives.memory_header),
        "PREPARED_GAMES": prepared_games(),
        "SERVER_URL": options.server_url,
    }
    small = dict(_shell_files(constants)) | dict(_assets())
    small["files.json"] = _list_files(archives)
    small[DECOMPRESSOR] = downloads.decompressor()
    return _SiteFiles(
        # The interpreter is compiled while the memory arrives.
        ({} if is_foreign else interpreter) | extensions | {"memory.bin": archives.memory},
        {"library.zip": archives.library, "packages.zip": archives.packages},
        interpreter if is_foreign else {},
        small,
    )


def _version(files: _SiteFiles) -> str:
    """Return a hash of all files of a site."""
    contents = files.first | files.later | files.foreign | files.small
    return _digest(b"".join(content for _, content in sorted(contents.items())))


def _interpreter_files(pyodide: Path, *, is_foreign: bool) -> dict[str, bytes]:
    """Return the files of the interpreter by path; those of another host stay as they are."""
    loader, script, program = (pyodide / name for name in INTERPRETER_FILES)
    files = {f"pyodide/{path.name}": path.read_bytes() for path in (loader, script, program)}
    if not is_foreign:
        shortened = drop_unused_functions(script.read_text("utf-8"), loader.read_text("utf-8"))
        files[f"pyodide/{script.name}"] = shortened.encode()
        files[f"pyodide/{program.name}"] = move_indirect_calls(program.read_bytes())
    return files


def _list_files(archives: Archives) -> bytes:
    """Return the size of the library, and the position of each file in the archive of packages."""
    with zipfile.ZipFile(BytesIO(archives.packages)) as archive:
        files = [
            (info.filename, start, start + info.file_size)
            for info in archive.infolist()
            for start in [info.header_offset + ZIP_HEADER_BYTES + len(info.filename.encode())]
        ]
    return msgspec.json.encode({"library": len(archives.library), "packages": files})


def _write_archive(folder: Path, files: Mapping[str, bytes]) -> Archive:
    """Write files one after the other into one that is compressed as a whole."""
    content = b"".join(files.values())
    # The decompressor supports no other checksum.
    compressed = lzma.compress(content, check=lzma.CHECK_CRC32, filters=[XZ_FILTER])
    name = _hashed_name(ARCHIVE, content)
    (folder / name).write_bytes(compressed)
    listed = [ArchivedFile(path, media_type(path), len(data)) for path, data in files.items()]
    return Archive(name, len(compressed), listed)


def _own_file(folder: Path, path: str, content: bytes) -> InstalledFile:
    """Write a large file."""
    name = _hashed_name(path, content)
    return InstalledFile(f"{name}.gz", media_type(path), _compress_to(folder, name, content))


def _foreign_file(interpreter_url: str, path: str, content: bytes) -> InstalledFile:
    """Return the entry of a file of the interpreter that another host serves."""
    url = f"{interpreter_url}/{Path(path).name}"
    digest = base64.b64encode(hashlib.sha256(content).digest()).decode()
    return InstalledFile(url, media_type(path), len(content), f"sha256-{digest}")


def _write_small_files(folder: Path, small: dict[str, bytes]) -> list[Bundle]:
    """Write the bundles, and the files that a first visit needs before they are unpacked."""
    bundles = []
    rest = dict(small)
    for name, prefix in BUNDLES.items():
        files = {path: rest.pop(path) for path in small if path in rest and path.startswith(prefix)}
        bundled = {path: _bundled_file(path, content) for path, content in files.items()}
        content = msgspec.json.encode(bundled)
        hashed = _hashed_name(name, content)
        bundles.append(Bundle(f"{hashed}.gz", prefix, _compress_to(folder, hashed, content)))
        if not prefix:
            for path, content in files.items():
                (folder / path).write_bytes(content)
    return bundles


def _write_service_worker(folder: Path, manifest: Manifest) -> None:
    """Write the service worker, which begins with the manifest."""
    site = msgspec.json.encode(manifest).decode()
    worker = (PAGE / "service_worker.js").read_text("utf-8")
    (folder / "service_worker.js").write_text(f"self.SITE = {site};\n{worker}", "utf-8")


def _hashed_name(path: str, content: bytes) -> str:
    """Return the path of a file with a hash of its content.

    A browser that visits a site while a new version is uploaded finds no such file yet, and keeps
    the version that it has: files of two versions are never mixed.

    >>> _hashed_name("packages.zip", b"")
    'packages-e3b0c44298fc.zip'
    """
    stem, dot, suffix = path.rpartition(".")
    return f"{stem}-{_digest(content)}{dot}{suffix}"


def _compress_to(folder: Path, path: str, content: bytes) -> int:
    """Write a file compressed by gzip; return its size."""
    target = folder / f"{path}.gz"
    target.parent.mkdir(parents=True, exist_ok=True)
    compressed = gzip.compress(content, mtime=0)
    target.write_bytes(compressed)
    return len(compressed)


def _lock_file_without_packages(pyodide: Path) -> str:
    """Return the lock file of an interpreter that loads no package of its own."""
    lock_file = msgspec.json.decode((pyodide / "pyodide-lock.json").read_bytes())
    return msgspec.json.encode({"info": lock_file["info"], "packages": {}}).decode()


def _shell_files(constants: Mapping[str, object]) -> Iterator[tuple[str, bytes]]:
    """Yield the files of the page around the games; its workers import the constants."""
    for name in SHELL_FILES:
        yield name, (PAGE / name).read_bytes()
    for name in ICONS:
        yield name, (CLIENT / name).read_bytes()
    yield "manifest.webmanifest", web_manifest("", LANGUAGES[0])
    texts = {
        language: {name: words.text(f"page.site.{name}") for name in SHELL_MESSAGES}
        for language in LANGUAGES
        for words in [page_words(language)]
    }
    modules = {path.name: compact(path.name, path.read_text("utf-8")) for path in PAGE.glob("*.js")}
    modules["texts.js"] = _constants_module({"texts": texts})
    modules["build.js"] = _constants_module(constants)
    for name in SHELL_SCRIPTS:
        yield name, bundle_script(name, modules).encode()


def _constants_module(constants: Mapping[str, object]) -> str:
    return "".join(
        f"export const {name} = {msgspec.json.encode(value).decode()};\n"
        for name, value in constants.items()
    )


def _assets() -> Iterator[tuple[str, bytes]]:
    """Yield the files that a server serves from memory, by path."""
    for path, content in all_assets():
        yield f"app{path}", content
    for name, module in site_modules().items():
        yield f"app/static/{asset_version()}/{name}", module.encode()


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
