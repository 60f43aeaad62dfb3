"""Builds the wheel: mypyc compiles the rules and the bots if there is a C compiler.

``ONIRIUM_COMPILE=0`` builds plain Python. Editable installs are always plain: a compiled module
beside an edited source would win silently.
"""

import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from setuptools import Extension, setup

PACKAGE = Path("src/onirium")

COMPILED = (
    "core/*.py",
    "games/*/**/*.py",
    "bots/**/*.py",
    "studies/simulation/*.py",
    "studies/training/guided_bot.py",
    "studies/training/self_play.py",
)
"""Patterns of the modules on the hot path: rules, bots, and the loops that play many games."""

INTERPRETED = (
    "**/__init__.py",
    "**/view.py",  # msgspec structures lose their keywords when compiled
    "core/build.py",
    "core/extension_point.py",
    "core/options.py",
    "games/*/action_info.py",
    "games/*/invariants.py",
    "games/*/position.py",
    "bots/*registry.py",
    "bots/*/search_config.py",
    "bots/advisor.py",
    "bots/network/weights.py",
    "studies/simulation/counts.py",
    "studies/simulation/progress.py",
    "studies/simulation/simulate.py",
)
"""Exceptions: modules that the patterns above match and that stay plain Python."""


def compiled_modules() -> list[str]:
    """Return the paths of the modules to compile, sorted."""
    matched = {path for pattern in COMPILED for path in PACKAGE.glob(pattern)}
    excluded = {path for pattern in INTERPRETED for path in PACKAGE.glob(pattern)}
    return sorted(path.as_posix() for path in matched - excluded)


OPTIMIZATION_FLAGS = [
    "-fno-semantic-interposition",
    "-fvisibility=hidden",
    "-finline-limit=2000",
    "--param=inline-unit-growth=600",
    "-fno-tree-vectorize",
    "-fno-tree-slp-vectorize",
    "-fno-plt",
]
"""gcc flags of the extension.

Inlining across functions and modules adds half of the games per second. Vectorised loops do not pay
for a few kinds of cards, and calls into Python need no PLT: another 3 %.
"""


def compiler_works(folder: str) -> bool:
    """Return whether a C program that includes Python's headers compiles."""
    source = Path(folder, "probe.c")
    source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()
    include = f"-I{sysconfig.get_path('include')}"
    try:
        subprocess.run(
            [*command, include, "-c", str(source), "-o", str(Path(folder, "probe.o"))],
            check=True,
            capture_output=True,
        )
    except (OSError, subprocess.CalledProcessError):
        return False
    return True


def extensions(folder: str) -> list[Extension]:
    """Return the extension modules, none without a compiler or if compiling is disabled."""
    if os.environ.get("ONIRIUM_COMPILE") == "0" or "editable_wheel" in sys.argv:
        return []
    if not compiler_works(folder):
        print(
            "onirium: no C compiler found; the rules are installed as plain Python, which is slower"
        )
        return []
    from mypyc.build import mypycify

    modules = mypycify(compiled_modules(), target_dir=folder, group_name="onirium")
    for module in modules:
        if sys.platform == "linux":
            module.extra_compile_args += [*OPTIMIZATION_FLAGS, "-g0"]
    return modules


with tempfile.TemporaryDirectory(prefix="build-", dir=".") as absolute:
    # setuptools requires a relative path; a temporary folder leaves no stale files behind.
    scratch = os.path.relpath(absolute)
    setup(ext_modules=extensions(scratch), options={"build": {"build_base": scratch}})
