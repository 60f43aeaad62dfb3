"""The contents of the packages of a site."""

import json
import re
import zipfile
from importlib import metadata
from pathlib import Path

import pytest

from onirium.site import builder
from onirium.site.downloads import Downloads
from onirium.site.packages import (
    EXTENSIONS,
    PACKAGE,
    WrongWheelError,
    collect_sources,
    find_wheel,
    pack,
)
from onirium.site.prepare import Archives

IMPORT = re.compile(rf"^from ((?:{'|'.join(EXTENSIONS)})\.\w+) import", re.MULTILINE)


def imported_modules() -> set[str]:
    """Return the modules of distributions with extensions that our package imports."""
    sources = [path.read_text("utf-8") for path in PACKAGE.rglob("*.py")]
    return {name for source in sources for name in IMPORT.findall(source)}


def test_extensions_that_our_package_imports_are_packed(downloads: Downloads) -> None:
    packed = {
        path.partition(".")[0].replace("/", ".")
        for path in collect_sources(downloads.wheels())
        if path.startswith(EXTENSIONS)
    }
    assert "librt.vecs" in imported_modules()
    assert imported_modules() <= packed


SUFFIX = ".cpython-314-wasm32-emscripten.so"
LIBRARY = f"onirium__mypyc{SUFFIX}"


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Return a wheel in which one module is compiled."""
    path = tmp_path / "onirium.whl"
    module = PACKAGE / "core" / "chance.py"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(LIBRARY, b"library")
        archive.writestr(f"onirium/core/chance{SUFFIX}", b"names the library")
        archive.writestr("onirium/core/chance.py", module.read_bytes())
    return path


def test_one_library_replaces_the_compiled_modules(downloads: Downloads, wheel: Path) -> None:
    interpreted = collect_sources(downloads.wheels())
    compiled = collect_sources(downloads.wheels(), wheel)
    assert interpreted.keys() - compiled.keys() == {
        "onirium/core/chance.py",
        "onirium/site/compiled_library.py",
    }
    assert compiled.keys() - interpreted.keys() == {LIBRARY, "compiled_library.py"}


def test_a_wheel_of_other_sources_is_refused(downloads: Downloads, wheel: Path) -> None:
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("onirium/core/deck.py", b"# another version")
    with pytest.raises(WrongWheelError, match=r"was built from another onirium/core/deck\.py"):
        collect_sources(downloads.wheels(), wheel)


def test_a_wheel_without_the_library_is_refused(downloads: Downloads, tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "onirium.whl", "w") as archive:
        archive.writestr("onirium/core/build.py", (PACKAGE / "core/build.py").read_bytes())
    with pytest.raises(WrongWheelError, match="no compiled modules"):
        collect_sources(downloads.wheels(), tmp_path / "onirium.whl")


def test_a_damaged_wheel_is_refused(downloads: Downloads, tmp_path: Path) -> None:
    damaged = tmp_path / "onirium.whl"
    damaged.write_bytes(b"no archive")
    with pytest.raises(WrongWheelError, match=r"onirium\.whl: is not a wheel"):
        collect_sources(downloads.wheels(), damaged)


def test_the_wheel_of_the_installed_version_is_found(tmp_path: Path) -> None:
    def path(version: str) -> Path:
        return tmp_path / f"msgspec-{version}-cp314-cp314-pyemscripten_2026_0_wasm32.whl"

    for version in ("0.9.0", metadata.version("msgspec"), "99.0.0"):
        path(version).touch()
    assert find_wheel(tmp_path, "msgspec") == path(metadata.version("msgspec"))


def test_files_are_found_within_their_archive() -> None:
    files = {"empty.py": b"", "package/module.py": b"code", "ü.py": b"more code"}
    archives = Archives(b"library", pack(files), b"", b"")
    listed = json.loads(builder._list_files(archives))
    assert listed["library"] == len(b"library")
    found = {path: archives.packages[start:end] for path, start, end in listed["packages"]}
    assert found == files
