"""Packs the Python side of a site: our package, its dependencies and compiled extensions."""

import zipfile
from collections.abc import Iterator, Mapping
from importlib import metadata
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Final

from onirium.site.compiled_library import LIBRARY
from onirium.site.stand_ins import with_stand_ins
from onirium.web.bundles import bundle_client
from onirium.web.client_modules import read_modules

PACKAGE: Final = Path(__file__).parents[1]

PURE_DISTRIBUTIONS: Final = (
    "anyio",
    "idna",
    "jinja2",
    "markdown-it-py",
    "markupsafe",
    "mdurl",
    "mypy_extensions",
    "platformdirs",
    "polib",
    "prometheus-client",
    "segno",
    "starlette",
    "typing_extensions",
)
"""The pure Python dependencies of the server in a browser; uvicorn is not among them."""

EXTENSIONS: Final = ("librt", "msgspec")
"""Distributions with a wheel for browsers."""

WHEEL_PLATFORM: Final = "pyemscripten_2026_0_wasm32"
WHEEL_PYTHON: Final = "314"
"""The interpreter of ``PYODIDE_VERSION``, as wheels name it."""

EXTENSION_SUFFIX: Final = f".cpython-{WHEEL_PYTHON}-wasm32-emscripten.so"
"""File name suffix of a compiled module for browsers."""

_SOCKET: Final = PACKAGE / "site" / "page" / "socket.js"
"""The module that connects a table, in place of that of a server."""

_FINDER: Final = "compiled_library.py"

_EXCLUDED: Final = ("cli", "envs", "notebook", "terminal", "site/page", "web/client")
"""Parts of our package that no browser imports; the client is among the static files."""

_DATA_SUFFIXES: Final = (".html", ".json", ".md", ".po", ".py", ".sql", ".weights")

UNUSED: Final = (
    "anyio/_backends/_trio.py",
    "anyio/pytest_plugin.py",
    "anyio/to_interpreter.py",
    "jinja2/ext.py",
    "librt/base64",
    "librt/internal",
    "librt/threading",
    "librt/time",
    "markdown_it/cli/",
    "platformdirs/macos.py",
    "platformdirs/pytest_plugin.py",
    "prometheus_client/aiohttp/",
    "prometheus_client/bridge/",
    "prometheus_client/django/",
    "prometheus_client/twisted/",
    "segno/scripts/",
    "starlette/middleware/opentelemetry.py",
    "starlette/middleware/sessions.py",
    "starlette/testclient.py",
    "onirium/__main__.py",
    "onirium/i18n/numbers.py",
    "onirium/site/builder.py",
    "onirium/site/downloads.py",
    "onirium/site/indirect_calls.py",
    "onirium/site/interpreter.py",
    "onirium/site/packages.py",
    "onirium/site/prepare.py",
    "onirium/site/stand_ins.py",
    "onirium/storage/postgres.py",
    "onirium/studies/analysis/chart.py",
    "onirium/studies/calibration/",
    "onirium/studies/charts/",
    "onirium/studies/compute/ray.py",
    "onirium/studies/evaluation/",
    "onirium/studies/experiments/",
    "onirium/studies/tournaments/",
    "onirium/studies/training/",
    "onirium/web/ops/connections.py",
    "onirium/web/ops/http_protocol.py",
    "onirium/web/ops/websocket_protocol.py",
    "onirium/web/server.py",
)
"""Path prefixes of modules that no page imports."""

_UNUSED_LIBRARY: Final = (
    *("_pyrepl/", "bdb.", "doctest.", "ensurepip/", "idlelib/", "imaplib.", "lib2to3/", "mailbox."),
    *("pdb.", "pickletools.", "pydoc.", "pydoc_data/", "smtplib.", "tkinter/", "turtle."),
    *("unittest/", "xmlrpc/"),
)
"""Path prefixes in the standard library that no page imports."""

_ENCODINGS: Final = (
    *("__init__", "aliases", "ascii", "charmap", "cp437", "idna", "latin_1", "punycode"),
    *("raw_unicode_escape", "unicode_escape", "utf_8", "utf_8_sig", "utf_16", "utf_32"),
)


class WrongWheelError(ValueError):
    """A wheel is damaged or does not contain the modules of this package."""


def collect_sources(wheels: Path, compiled: Path | None = None) -> dict[str, bytes]:
    """Return the files of all packages by path below ``site-packages``.

    Args:
        wheels: a folder with the wheels of ``EXTENSIONS``.
        compiled: the wheel of this package for browsers, or None for interpreted rules.

    Raises:
        FileNotFoundError: if a wheel is missing.
        WrongWheelError: if a wheel is damaged, or that of this package was built from other
            sources.
    """
    files = dict(_own_files())
    if compiled is not None:
        files = _with_library(files, compiled)
    for name in PURE_DISTRIBUTIONS:
        files |= _pure_files(name)
    for name in EXTENSIONS:
        files |= _wheel_files(find_wheel(wheels, name))
    used = {path: content for path, content in files.items() if not path.startswith(UNUSED)}
    return with_stand_ins(used)


def extension_paths(files: Mapping[str, bytes]) -> list[str]:
    """Return the paths of the compiled extensions among files."""
    return sorted(path for path in files if path.endswith(".so"))


def trim_library(library: bytes) -> bytes:
    """Return the archive of the standard library without the modules that no page imports."""
    with zipfile.ZipFile(BytesIO(library)) as archive:
        used = {
            name: archive.read(name)
            for name in archive.namelist()
            if not name.startswith(_UNUSED_LIBRARY) and not _is_unused_encoding(name)
        }
        return pack(with_stand_ins(used))


def find_wheel(folder: Path, name: str) -> Path:
    """Return the wheel for browsers of a distribution, in the version that is installed here.

    Raises:
        FileNotFoundError: if there is none.
    """
    version = metadata.version(name)
    file_name = f"{name}-{version}-cp{WHEEL_PYTHON}-cp{WHEEL_PYTHON}-{WHEEL_PLATFORM}.whl"
    if (wheel := folder / file_name).exists():
        return wheel
    raise FileNotFoundError(f"{folder}: no file {file_name}")


def pack(files: dict[str, bytes]) -> bytes:
    """Return a ZIP archive of files, the same for the same files.

    It is not compressed: the file as a whole is, for less.
    """
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path), content)
    return buffer.getvalue()


def _with_library(files: dict[str, bytes], wheel: Path) -> dict[str, bytes]:
    """Replace the modules that a wheel has compiled with the one library that contains them."""
    built = _wheel_files(wheel)
    library = f"{LIBRARY}{EXTENSION_SUFFIX}"
    if library not in built:
        raise WrongWheelError(f"{wheel}: contains no compiled modules for browsers")
    changed = [path for path, content in built.items() if files.get(path, content) != content]
    if changed:
        raise WrongWheelError(f"{wheel}: was built from another {min(changed)}")
    compiled = {path.removesuffix(EXTENSION_SUFFIX) for path in built}
    kept = {
        path: content for path, content in files.items() if path.removesuffix(".py") not in compiled
    }
    # It imports modules of the package, so it lies outside.
    finder = kept.pop(f"onirium/site/{_FINDER}")
    return kept | {_FINDER: finder, library: built[library]}


def _is_unused_encoding(path: str) -> bool:
    return path.startswith("encodings/") and PurePosixPath(path).stem not in _ENCODINGS


def _own_files() -> Iterator[tuple[str, bytes]]:
    for path in PACKAGE.rglob("*"):
        relative = path.relative_to(PACKAGE).as_posix()
        is_excluded = relative.startswith(tuple(f"{part}/" for part in _EXCLUDED))
        if path.suffix in _DATA_SUFFIXES and not is_excluded:
            yield f"onirium/{relative}", path.read_bytes()
    # Pages announce the modules that a module imports.
    for name, module in site_modules().items():
        yield f"onirium/web/client/{name}", module.encode()
    version = metadata.version("onirium")
    content = f"Metadata-Version: 2.1\nName: onirium\nVersion: {version}\n"
    yield f"onirium-{version}.dist-info/METADATA", content.encode()


def site_modules() -> dict[str, str]:
    """Return the modules of the client of a site by path, with the bundle.

    The module that connects a table is that of the site.
    """
    return bundle_client({**read_modules(), _SOCKET.name: _SOCKET.read_text("utf-8")})


def _pure_files(name: str) -> dict[str, bytes]:
    return {
        str(file): file.read_binary()
        for file in metadata.files(name) or ()
        if file.suffix == ".py" and ".." not in file.parts
    }


def _wheel_files(wheel: Path) -> dict[str, bytes]:
    """Return the modules in a wheel.

    Raises:
        WrongWheelError: if it is damaged.
    """
    try:
        with zipfile.ZipFile(wheel) as archive:
            return {
                name: archive.read(name)
                for name in archive.namelist()
                if PurePosixPath(name).suffix in {".py", ".so"}
            }
    except zipfile.BadZipFile:
        raise WrongWheelError(f"{wheel}: is not a wheel") from None
