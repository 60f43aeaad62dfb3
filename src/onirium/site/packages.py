"""Packs the Python side of a site: our package, what it imports, and compiled extensions."""

import zipfile
from collections.abc import Iterator
from importlib import metadata
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Final

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
"""What the server imports in a browser, without uvicorn and compiled parts."""

EXTENSIONS: Final = ("librt", "msgspec")
"""Distributions with a wheel for browsers."""

WHEEL_PLATFORM: Final = "pyemscripten_2026_0_wasm32"
WHEEL_PYTHON: Final = "314"
"""The interpreter of ``PYODIDE_VERSION``, as wheels name it."""

_EXCLUDED: Final = ("cli", "envs", "terminal", "site/page", "web/client")
"""Parts of our package that no browser imports; the client is among the static files."""

_DATA_SUFFIXES: Final = (".html", ".json", ".md", ".po", ".py", ".sql", ".weights")


def collect_sources(wheels: Path) -> dict[str, bytes]:
    """Return the files of all packages by path below ``site-packages``.

    Args:
        wheels: a folder with the wheels of ``EXTENSIONS``.

    Raises:
        FileNotFoundError: if a wheel is missing.
    """
    files = dict(_own_files())
    for name in PURE_DISTRIBUTIONS:
        files |= _pure_files(name)
    for name in EXTENSIONS:
        files |= _wheel_files(find_wheel(wheels, name))
    return files


def find_wheel(folder: Path, name: str) -> Path:
    """Return the wheel of a distribution for browsers.

    Raises:
        FileNotFoundError: if there is none.
    """
    pattern = f"{name}-*-cp{WHEEL_PYTHON}-cp{WHEEL_PYTHON}-{WHEEL_PLATFORM}.whl"
    if found := sorted(folder.glob(pattern)):
        return found[-1]
    raise FileNotFoundError(f"{folder}: no file {pattern}")


def pack(files: dict[str, bytes]) -> bytes:
    """Return a ZIP archive of files, the same for the same files.

    It is not compressed: the file as a whole is, for less.
    """
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path), content)
    return buffer.getvalue()


def _own_files() -> Iterator[tuple[str, bytes]]:
    for path in PACKAGE.rglob("*"):
        relative = path.relative_to(PACKAGE).as_posix()
        is_excluded = relative.startswith(tuple(f"{part}/" for part in _EXCLUDED))
        if path.suffix in _DATA_SUFFIXES and not is_excluded:
            yield f"onirium/{relative}", path.read_bytes()
    version = metadata.version("onirium")
    content = f"Metadata-Version: 2.1\nName: onirium\nVersion: {version}\n"
    yield f"onirium-{version}.dist-info/METADATA", content.encode()


def _pure_files(name: str) -> dict[str, bytes]:
    return {
        str(file): file.read_binary()
        for file in metadata.files(name) or ()
        if file.suffix == ".py" and ".." not in file.parts
    }


def _wheel_files(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as archive:
        return {
            name: archive.read(name)
            for name in archive.namelist()
            if PurePosixPath(name).suffix in {".py", ".so"}
        }
