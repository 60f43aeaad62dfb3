"""Builds the wheel: mypyc compiles the rules and the bots if there is a C compiler.

``ONIRIUM_COMPILE`` chooses the build:

- ``quick``, the default, compiles for half a minute on two cores;
- ``release`` compiles the fastest code, for minutes, and fails without a C compiler; on Linux it
  compiles twice, the second time with the profile of several thousand games;
- ``plain`` compiles nothing.

Editable installs are always plain: a compiled module beside an edited source would win silently.
Standard output names the build; ``pip install -v`` shows it.
"""

import ast
import os
import re
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

# setuptools provides distutils; its import must come first.
from distutils.ccompiler import new_compiler  # isort: skip
from distutils.errors import CompileError, DistutilsPlatformError  # isort: skip
from distutils.sysconfig import customize_compiler  # isort: skip

PACKAGE = Path("src/onirium")

COMPILED = (
    "core/*.py",
    "games/*/**/*.py",
    "bots/**/*.py",
    "envs/list_builder.py",
    "match/*.py",
    "presentation/card_names.py",
    "presentation/*/actions.py",
    "presentation/*/cards.py",
    "record/narration.py",
    "studies/luck/*.py",
    "studies/simulation/*.py",
    "studies/training/guided_bot.py",
    "studies/training/self_play.py",
    "tables/advance.py",
    "tables/buffered_match.py",
    "tables/commands/*.py",
    "tables/table.py",
    "web/live/client_view.py",
    "web/live/clients.py",
    "web/live/command_intake.py",
    "web/live/commands.py",
    "web/live/frames.py",
    "web/live/projection.py",
    "web/live/view_patch.py",
    "web/live/viewer.py",
)
"""Patterns of the modules on the hot paths.

These are the rules, the bots, the loops that play many games, the lists of OpenSpiel, and what a
server does for each move: command and event, and for each seat view, texts and patch.
"""

INTERPRETED = (
    "**/__init__.py",
    "**/view.py",  # msgspec structures lose their keywords when compiled
    "core/build.py",
    "core/extension_point.py",
    "core/notebook.py",
    "core/options.py",
    "games/*/action_info.py",
    "games/*/invariants.py",
    "games/*/position.py",
    "bots/*registry.py",
    "bots/*/search_config.py",
    "bots/advisor.py",
    "bots/calibration.py",
    "bots/interrupts.py",  # only interpreted code handles signals
    "bots/network/weights.py",
    "studies/luck/control_variates.py",
    "studies/simulation/counts.py",
    "studies/simulation/progress.py",
    "studies/simulation/result.py",
    "studies/simulation/simulate.py",
)
"""Exceptions: modules that the patterns above match and that stay plain Python."""


def compiled_modules() -> list[str]:
    """Return the paths of the modules to compile, sorted."""
    matched = {path for pattern in COMPILED for path in PACKAGE.glob(pattern)}
    excluded = {path for pattern in INTERPRETED for path in PACKAGE.glob(pattern)}
    return sorted(path.as_posix() for path in matched - excluded)


MYPYC = ["mypy[mypyc]>=2.4.1", "librt>=0.16", "msgspec>=0.22"]
"""Packages that compile, and those with types that the compiled modules use."""

BUILDS = ("plain", "quick", "release")

QUICK_UNITS = ("games___nightmarium", "bots", "envs|match|presentation|record|studies|tables|web")
"""Patterns of packages that a quick build translates apart from the rest, on all cores.

A unit is one C file that includes those of its modules: the compiler inlines within it. These units
lose no speed; one file for each module takes longer and loses a quarter of the speed in Onirim.
"""

COMMON_FLAGS = [
    "-fno-semantic-interposition",
    "-fvisibility=hidden",
    "-fno-tree-vectorize",
    "-fno-tree-slp-vectorize",
    "-fno-plt",
]
"""gcc flags: vectorized loops do not pay for a few cards, and calls into Python need no PLT."""

IS_FOR_LINUX = sysconfig.get_platform().startswith("linux")
"""Whether gcc compiles for this kind of machine; false if the wheel is for browsers."""

OPTIMIZATION_LEVELS = {"quick": "1" if IS_FOR_LINUX else "2", "release": "3"}

QUICK_FLAGS = [
    "-finline-functions",
    "-finline-small-functions",
    "-findirect-inlining",
    "-fpartial-inlining",
]
"""gcc flags of a quick build, beside ``-O1``: what the rules need most of ``-O2``.

They compile in 0.7 of the time of ``-O2`` and play random games at 0.97 (Onirim) and 1.00
(Nightmarium) of its speed.
"""

RELEASE_FLAGS = ["-finline-limit=2000", "--param=inline-unit-growth=600"]
"""gcc flags of the release: inline nearly every call, across all modules."""

PROFILING_FLAGS = ["-fprofile-generate", "-fprofile-update=single"]
"""gcc flags of the first compilation of a release: count how often each branch is executed."""

PROFILED_FLAGS = ["-fprofile-use", "-fprofile-partial-training", "-Wno-error"]
"""gcc flags of the second compilation: use the counts, and optimize the rest without them.

The profile changes which calls are inlined, and with it which variables gcc suspects to be
uninitialized; mypyc makes such warnings errors.
"""

UNIT_HEADER = """\
#include <Python.h>
#if PY_VERSION_HEX >= 0x030C0000 && PY_VERSION_HEX < 0x030E0000 && SIZEOF_VOID_P > 4 \\
    && !defined(Py_GIL_DISABLED) && !defined(Py_REF_DEBUG)
static inline void increment_refcount(PyObject *object) {
    if (!_Py_IsImmortal(object)) object->ob_refcnt++;
}
#undef Py_INCREF
#define Py_INCREF(object) increment_refcount(_PyObject_CAST(object))
#endif
"""
"""C code before each unit: a Py_INCREF as wide as Py_DECREF, for CPython 3.12 and 3.13.

Theirs writes 32 of the 64 bits that Py_DECREF then reads. Processors do not forward a write to a
wider read, but stall for about ten cycles, here whenever an array of an object is accessed.
"""

WORKLOAD = "tools/release_workload.py"


COMMIT_FILE = "studies/commit.txt"
"""The file in the built package that names its commit; ``onirium.studies.provenance`` reads it."""


class BuildPy(build_py):
    """Copies the package, and writes the commit of the checkout into the copy."""

    def run(self) -> None:
        """Copy the package; an editable install has no copy, and asks git itself."""
        super().run()
        commit = find_commit()
        if commit and not self.editable_mode:
            Path(self.build_lib, PACKAGE.name, COMMIT_FILE).write_text(commit)


def find_commit() -> str | None:
    """Return the commit of the checkout, with ``-dirty`` if it was modified; None elsewhere."""
    try:
        # Fails for a source distribution inside the repository of something else.
        run_git("ls-files", "--error-unmatch", "setup.py")
        return run_git("describe", "--always", "--abbrev=40", "--exclude=*", "--dirty")
    except (OSError, subprocess.CalledProcessError):
        return None


def run_git(*arguments: str) -> str:
    """Return the output of git."""
    command = ("git", *arguments)
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


class ParallelBuildExt(build_ext):
    """Compiles the C files of an extension, and the extensions, at the same time.

    On Linux it compiles a release with the profile of a workload.
    """

    def build_extensions(self) -> None:
        """Compile and link all extensions, twice if a profile is wanted."""
        self.parallel = True
        compile_in_sequence = self.compiler.compile

        def compile_in_parallel(sources: list[str], **options: object) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                compiled = pool.map(
                    lambda source: compile_in_sequence([source], **options), sources
                )
                return [path for paths in compiled for path in paths]

        self.compiler.compile = compile_in_parallel
        if requested_build() == "release" and IS_FOR_LINUX:
            self.profile()
        super().build_extensions()

    def profile(self) -> None:
        """Compile the library with counters, run the workload, and request its compilation.

        The counts are written beside the object files, where the next compilation finds them.
        """
        library = self.extensions[0]
        flags = library.extra_compile_args
        library.extra_compile_args = [*flags, *PROFILING_FLAGS]
        library.extra_link_args = PROFILING_FLAGS
        super().build_extensions()
        path = os.pathsep.join([self.build_lib, os.environ.get("PYTHONPATH", "")])
        command = [sys.executable, "-B", WORKLOAD]  # -B: the wheel packs the folder of the build
        subprocess.run(command, check=True, env={**os.environ, "PYTHONPATH": path})
        library.extra_compile_args = [*flags, *PROFILED_FLAGS]
        library.extra_link_args = []
        self.force = True


def requested_build() -> str:
    """Return the build that the environment asks for."""
    build = os.environ.get("ONIRIUM_COMPILE", "quick")
    if build not in BUILDS:
        sys.exit(f"ONIRIUM_COMPILE={build} is unknown: use one of {', '.join(BUILDS)}")
    return build


def compiler_works(folder: str) -> bool:
    """Return whether a C program that includes Python's headers compiles."""
    source = Path(folder, "probe.c")
    source.write_text("#include <Python.h>\nint main(void) { return 0; }\n")
    compiler = new_compiler()
    try:
        customize_compiler(compiler)
        compiler.compile([str(source)], folder, include_dirs=[sysconfig.get_path("include")])
    except (CompileError, DistutilsPlatformError):
        return False
    return True


def compilable_build(folder: str) -> str:
    """Return the requested build; ``plain`` for a quick build if there is no compiler."""
    build = requested_build()
    if build == "plain":
        print("onirium: the rules are installed as plain Python")
        return "plain"
    if compiler_works(folder):
        return build
    if build == "release":
        sys.exit("onirium: the release needs a C compiler and Python's headers")
    print("onirium: no C compiler found; the rules are installed as plain Python, slower")
    return "plain"


def extensions(build: str, folder: str) -> list[Extension]:
    """Return the extension modules of a wheel; none if it is plain."""
    if build == "plain" or "bdist_wheel" not in sys.argv:
        return []
    from mypyc.build import mypycify

    print(f"onirium: compiling the rules and the bots ({build} build)", flush=True)
    modules = mypycify(
        # The packages that other modules import are not needed to compile these.
        ["--follow-imports=silent", *compiled_modules()],
        target_dir=folder,
        group_name="onirium",
        opt_level=OPTIMIZATION_LEVELS[build],
        debug_level="0",
        multi_file=True,
    )
    library = modules[0]
    restore_docstrings(library.sources)
    library.sources = sorted(write_units(library.sources, folder, build))
    if IS_FOR_LINUX:
        flags = [*COMMON_FLAGS, *(RELEASE_FLAGS if build == "release" else QUICK_FLAGS)]
        library.extra_compile_args = [*library.extra_compile_args, *flags]
    return modules


def restore_docstrings(sources: list[str]) -> None:
    """Write the docstrings of the modules into their C files, from which mypyc omits them.

    mypyc documents functions and classes with their signature; the text follows it, as in the
    built-in functions of Python. It costs memory only.
    """
    prefix = f"__native_{PACKAGE.name}___"
    modules = {
        prefix + path.removeprefix(f"{PACKAGE.as_posix()}/")[:-3].replace("/", "___"): path
        for path in compiled_modules()
    }
    for source in map(Path, sources):
        if source.stem not in modules:
            continue
        code = source.read_text("utf-8")
        module = Path(modules[source.stem])
        for name, docstring in docstrings(ast.parse(module.read_text("utf-8"))):
            code = insert_docstring(code, module.stem, name, c_string(docstring))
        source.write_text(code, "utf-8")


def docstrings(tree: ast.AST, scope: str = "") -> Iterator[tuple[str, str]]:
    """Yield the qualified names and docstrings of a module ("") and of what it defines."""
    if docstring := ast.get_docstring(tree):
        yield scope, docstring
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef) and not isinstance(
            tree, ast.FunctionDef
        ):
            yield from docstrings(node, f"{scope}.{node.name}".lstrip("."))


def insert_docstring(code: str, module: str, name: str, literal: str) -> str:
    """Return the C code of a module with the docstring of a definition appended to its signature.

    Definitions without an entry of their own, such as named tuples, stay as they are.
    """
    if not name:
        return code.replace("NULL, /* docstring */", f"{literal}, /* docstring */", 1)
    function = rf"\(PyCFunction\)CPyPy_(?:\w+___)?{module}___{name.replace('.', '___')},"
    type_name = rf'\.tp_name = "{name}",'
    entry = rf'((?:{function}|{type_name})[^"]*?PyDoc_STR\()(?:NULL|("(?:[^"\\]|\\.)*"))'
    return re.sub(entry, lambda match: f"{match[1]}{match[2] or ''} {literal}", code, count=1)


def c_string(text: str) -> str:
    """Return a C string literal."""
    escapes = {**{ord(mark): f"\\{mark}" for mark in '"\\?'}, ord("\n"): "\\n"}
    codes = (
        escapes.get(byte) or (chr(byte) if byte < 0x80 else f"\\{byte:o}")  # noqa: PLR2004
        for byte in text.encode()
    )
    return '"' + "".join(codes) + '"'


def write_units(sources: list[str], folder: str, build: str) -> Iterator[str]:
    """Write C files that include the sources; return their paths."""
    units: dict[str, list[str]] = {}
    for source in sources:
        apart = QUICK_UNITS if build == "quick" else ()
        matching = (name for name in apart if re.search(f"onirium___({name})___", source))
        name = next(matching, "rest")
        units.setdefault(name, []).append(os.path.relpath(source, folder))
    for number, included in enumerate(units.values()):  # the longest comes first
        unit = Path(folder, f"unit_{number}.c")
        unit.write_text(UNIT_HEADER + "".join(f'#include "{name}"\n' for name in included))
        yield str(unit)


with tempfile.TemporaryDirectory(prefix="build-", dir=".") as absolute:
    # setuptools requires a relative path; a temporary folder leaves no stale files behind.
    scratch = os.path.relpath(absolute)
    chosen = compilable_build(scratch)
    setup(
        ext_modules=extensions(chosen, scratch),
        # pip asks for these before it builds: a plain build needs no compiler of Python.
        setup_requires=[] if chosen == "plain" else MYPYC,
        cmdclass={"build_ext": ParallelBuildExt, "build_py": BuildPy},
        options={"build": {"build_base": scratch}},
    )
