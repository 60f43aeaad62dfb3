"""Builds the wheel for browsers: the rules and the bots, compiled to WebAssembly.

    pip install -c constraints.txt ziglang
    python -m tools.browser_wheel --headers /usr/include/python3.14

Zig contains clang, the linker and a C library whose declarations suffice: all symbols that an
extension imports are those of Pyodide. mypyc and setuptools see the target in a module that the
standard library reads instead of its own configuration, as in every cross compilation of CPython.
"""

import argparse
import base64
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path
from typing import Final

from onirium.site.packages import EXTENSION_SUFFIX, WHEEL_PLATFORM, WHEEL_PYTHON

ROOT: Final = Path(__file__).resolve().parents[1]

COMPILER_FLAGS: Final = (
    # The types of WASI are those of Emscripten, of which Zig has no C library.
    *("-target", "wasm32-wasi", "-fPIC", "-fvisibility=hidden", "-w"),
    # The engine of Node 20 lacks this feature.
    "-mcpu=generic-extended_const",
    # Python's internal headers declare what no extension uses.
    *("-D_POSIX_THREADS=1", "-D_WASI_EMULATED_SIGNAL"),
)

LINKER_FLAGS: Final = (
    *("-shared", "--experimental-pic", "--unresolved-symbols=import-dynamic"),
    *("--import-memory", "--strip-all"),
)

PYCONFIG: Final = """\
#define ALIGNOF_LONG 4
#define ALIGNOF_MAX_ALIGN_T 16
#define ALIGNOF_SIZE_T 4
#define HAVE_BUILTIN_ATOMIC 1
#define HAVE_PTHREAD_H 1
#define HAVE_SYS_STAT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_WCHAR_H 1
#define SIZEOF_DOUBLE 8
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_LONG 8
#define SIZEOF_OFF_T 8
#define SIZEOF_PID_T 4
#define SIZEOF_PTHREAD_KEY_T 4
#define SIZEOF_PTHREAD_T 4
#define SIZEOF_SHORT 2
#define SIZEOF_SIZE_T 4
#define SIZEOF_TIME_T 8
#define SIZEOF_UINTPTR_T 4
#define SIZEOF_VOID_P 4
#define SIZEOF_WCHAR_T 4
"""
"""The part of the configuration of CPython for a 32-bit WebAssembly that headers depend on."""

CONFIGURATION: Final = "_sysconfigdata_browser"


def build_wheel(headers: Path, folder: Path) -> Path:
    """Build the wheel into a folder; return its path."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        write_configuration(scratch, copy_headers(headers, scratch / "include"))
        built = scratch / "dist"
        run_setup(scratch, built)
        [wheel] = built.glob("*.whl")
        return tag_wheel(wheel, folder)


def find_zig() -> Path:
    """Return the program of the package ``ziglang``."""
    spec = importlib.util.find_spec("ziglang")
    if spec is None or spec.origin is None:
        sys.exit("ziglang is missing: pip install -c constraints.txt ziglang")
    return Path(spec.origin).with_name("zig")


def copy_headers(headers: Path, folder: Path) -> Path:
    """Copy the headers of CPython, and configure them for the target."""
    version = f"{WHEEL_PYTHON[0]}.{WHEEL_PYTHON[1:]}"
    patchlevel = headers / "patchlevel.h"
    if not patchlevel.exists() or f'"{version}.' not in patchlevel.read_text("utf-8"):
        sys.exit(f"{headers}: no headers of Python {version}")
    shutil.copytree(headers, folder)
    (folder / "pyconfig.h").write_text(PYCONFIG, "utf-8")
    return folder


def write_configuration(folder: Path, headers: Path) -> None:
    """Write the module that describes the target to ``sysconfig``."""
    zig = find_zig()
    compiler = f"{zig} cc {' '.join(COMPILER_FLAGS)} -I{headers}"
    variables = {
        "AR": f"{zig} ar",
        "ARFLAGS": "rcs",
        "CC": compiler,
        "CCSHARED": "",
        "CFLAGS": "-DNDEBUG",
        "CXX": compiler,
        "EXT_SUFFIX": EXTENSION_SUFFIX,
        "LDCXXSHARED": "false",
        "LDSHARED": f"{zig} wasm-ld {' '.join(LINKER_FLAGS)}",
        "SHLIB_SUFFIX": ".so",
        "SIZEOF_SIZE_T": 4,
    }
    path = folder / f"{CONFIGURATION}.py"
    path.write_text(f"build_time_vars = {variables!r}\n", "utf-8")


def run_setup(folder: Path, built: Path) -> None:
    """Run the build of the package with the configuration in a folder."""
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    settings = {
        "_PYTHON_HOST_PLATFORM": WHEEL_PLATFORM,
        "_PYTHON_SYSCONFIGDATA_NAME": CONFIGURATION,
        "ONIRIUM_COMPILE": "release",
        "PYTHONPATH": os.pathsep.join(paths),
    }
    command = [sys.executable, "setup.py", "-q", "bdist_wheel", "--dist-dir", str(built)]
    subprocess.run(command, cwd=ROOT, check=True, env={**os.environ, **settings})


def tag_wheel(wheel: Path, folder: Path) -> Path:
    """Copy a wheel into a folder, with the tag of the target instead of this interpreter's."""
    tag = f"cp{WHEEL_PYTHON}-cp{WHEEL_PYTHON}-{WHEEL_PLATFORM}"
    name, version, *_ = wheel.stem.split("-")
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(wheel) as source:
        files = {info.filename: source.read(info) for info in source.infolist()}
    metadata = f"{name}-{version}.dist-info"
    lines = files[f"{metadata}/WHEEL"].decode().splitlines()
    kept = [line for line in lines if line and not line.startswith("Tag: ")]
    files[f"{metadata}/WHEEL"] = "\n".join([*kept, f"Tag: {tag}", ""]).encode()
    files[f"{metadata}/RECORD"] = record(files, f"{metadata}/RECORD")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as target:
        for file, content in files.items():
            target.writestr(zipfile.ZipInfo(file), content, zipfile.ZIP_DEFLATED)
    return path


def record(files: dict[str, bytes], path: str) -> bytes:
    """Return the record of a wheel: the hashes and sizes of its files."""
    lines = [f"{path},,"]
    for file, content in files.items():
        if file != path:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode()
            lines.append(f"{file},sha256={digest.rstrip('=')},{len(content)}")
    return "\n".join([*sorted(lines), ""]).encode()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument(
        "--headers",
        type=Path,
        default=Path(sysconfig.get_path("include")),
        help="folder with Python.h of CPython 3.14; by default that of this interpreter",
    )
    parser.add_argument("--dist", type=Path, default=ROOT / "dist", help="folder of the wheel")
    arguments = parser.parse_args()
    wheel = build_wheel(arguments.headers, arguments.dist)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
