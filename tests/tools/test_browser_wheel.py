"""The wheel for browsers has the tag of its target, and an intact record."""

import csv
import zipfile
from base64 import urlsafe_b64decode
from hashlib import sha256
from pathlib import Path

import pytest

from tools.browser_wheel import copy_headers, tag_wheel

WHEEL = """\
Wheel-Version: 1.0
Generator: setuptools (84.2.1)
Root-Is-Purelib: false
Tag: cp311-cp311-pyemscripten_2026_0_wasm32

"""


def test_a_wheel_is_tagged_for_its_target(tmp_path: Path) -> None:
    built = tmp_path / "onirium-0.1.0-cp311-cp311-pyemscripten_2026_0_wasm32.whl"
    with zipfile.ZipFile(built, "w") as archive:
        archive.writestr("onirium/py.typed", "")
        archive.writestr("onirium-0.1.0.dist-info/WHEEL", WHEEL)
        archive.writestr("onirium-0.1.0.dist-info/RECORD", "outdated")
    wheel = tag_wheel(built, tmp_path / "dist")
    assert wheel.name == "onirium-0.1.0-cp314-cp314-pyemscripten_2026_0_wasm32.whl"
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    lines = files["onirium-0.1.0.dist-info/WHEEL"].decode().splitlines()
    assert [line for line in lines if line.startswith("Tag: ")] == [
        "Tag: cp314-cp314-pyemscripten_2026_0_wasm32"
    ]
    record = files.pop("onirium-0.1.0.dist-info/RECORD").decode()
    entries = {path: (digest, size) for path, digest, size in csv.reader(record.splitlines())}
    assert entries.pop("onirium-0.1.0.dist-info/RECORD") == ("", "")
    assert entries.keys() == files.keys()
    for path, (digest, size) in entries.items():
        encoded = digest.removeprefix("sha256=")
        assert urlsafe_b64decode(f"{encoded}=") == sha256(files[path]).digest()
        assert int(size) == len(files[path])


def test_headers_of_another_python_are_refused(tmp_path: Path) -> None:
    (tmp_path / "patchlevel.h").write_text('#define PY_VERSION "3.13.5"')
    with pytest.raises(SystemExit, match=r"no headers of Python 3\.14"):
        copy_headers(tmp_path, tmp_path / "copy")
