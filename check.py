"""The gate: everything that must hold, checked by one command.

``python3 check.py`` makes two environments under ``.check``. One has the sources as they stand,
uncompiled: style, types, layers, the tests with their coverage, the examples of the documentation.
The other has the built wheel, and borrows the rest from the first: all tests, compiled, both builds
compared step by step, and the page in a real browser. Without a C compiler the second is plain as
well, without npm the types of the page go unchecked, and without Chromium its tests are left out;
each says so.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import time
import venv
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PLACE = ROOT / ".check"
PAGE = ROOT / "tests" / "page"


def main() -> None:
    """Check everything, up to the first thing that fails."""
    began = time.monotonic()
    shutil.rmtree(PLACE, ignore_errors=True)
    built = make_environment("built")
    # Compiling takes minutes on one processor: the others go on with what is plain.
    with ThreadPoolExecutor() as compiling:
        wheel = compiling.submit(build_wheel, built)
        plain = make_environment("plain")
        run("install, plain", plain, "pip", *PIP, "-e", ".[test]", ONIRIUM_COMPILE="0")
        check_plain(plain)
        check_page()
    # Its own setuptools, which some Pythons bring along, would hide the lender's newer one.
    own = ("--upgrade", "setuptools", str(wheel.result()))
    run("install, built", built, "pip", *PIP, "--no-deps", *own)
    lend(plain, built)
    run("dependencies, built", built, "pip", "check")
    run("tests, built", built, *TESTS, "tests", ONIRIUM_OTHER_PYTHON=program(plain, "python"))
    print(f"check: all is well, after {time.monotonic() - began:.0f} seconds", flush=True)


PIP = ("install", "-q", "-c", "constraints.txt")
# Left to itself xdist takes files of few tests last; those in the browser are few, and long.
TESTS = (
    *("python", "-m", "pytest", "-rsR", "-p", "no:cacheprovider", "--numprocesses=auto"),
    *("--dist=loadfile", "--no-loadscope-reorder"),
    # What is found today is found tomorrow; who wants other examples leaves this away.
    "--hypothesis-profile=gate",
    # On a busy machine a browser may come too late: what fails is tried once more, and told.
    "--reruns=1",
)
WITH_DOCTESTS = ("--doctest-modules", "--doctest-glob=*.md")
QUICK_ONES = ("-m", "not long and not browser")
WITH_COVERAGE = ("--cov", "--cov-report=term")


def build_wheel(environment: Path) -> Path:
    """Build the wheel; return its path."""
    folder = PLACE / "wheel"
    run("build", environment, "pip", "wheel", "-q", "--no-deps", "-w", str(folder), ".")
    return next(folder.glob("*.whl"))


def check_plain(environment: Path) -> None:
    """Check the sources as they stand."""
    run("style", environment, "ruff", "check", ".")
    run("format", environment, "ruff", "format", "--check", ".")
    run("types", environment, "mypy")
    run("layers", environment, "lint-imports")
    tests = (*TESTS, *WITH_DOCTESTS, *QUICK_ONES, *WITH_COVERAGE)
    run("tests, plain", environment, *tests, ONIRIUM_BUILD="plain")


def check_page() -> None:
    """Check the types of the page's modules, and test those that need no browser."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        print("check: no npm here: the modules of the page go unchecked", flush=True)
        return
    tools = ("--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--silent")
    do("tools for the page", [npm, "install", *tools, "--prefix", str(PLACE), COMPILER_OF_TYPES])
    compiler = PLACE / "node_modules" / ".bin" / "tsc"
    do("types of the page", [str(compiler), "--project", str(PAGE)])
    do("tests of the page", [node, "--test", *map(str, sorted(PAGE.glob("*.test.js")))])


COMPILER_OF_TYPES = "typescript@7.0.2"


def make_environment(name: str) -> Path:
    """Make an empty virtual environment; return its folder."""
    folder = PLACE / name
    venv.create(folder, with_pip=True)
    return folder


def lend(lender: Path, borrower: Path) -> None:
    """Let an environment use what is installed in another, after what it has itself."""
    Path(packages(borrower), "lent.pth").write_text(packages(lender), encoding="utf-8")


def packages(environment: Path) -> str:
    """Return the folder of the packages of an environment."""
    return sysconfig.get_path("purelib", "venv", {"base": str(environment)})


def program(environment: Path, name: str) -> str:
    """Return the path of a program of an environment."""
    return str(environment / ("Scripts" if os.name == "nt" else "bin") / name)


def run(title: str, environment: Path, name: str, *arguments: str, **settings: str) -> None:
    """Run a program of an environment; end the check if it fails."""
    do(title, [program(environment, name), *arguments], **settings)


def do(title: str, command: Sequence[str], **settings: str) -> None:
    """Run a program; end the check if it fails, and only then show all that it said."""
    began = time.monotonic()
    print(f"check: {title}", flush=True)
    surroundings = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt"), **settings}
    done = subprocess.run(
        command,
        cwd=ROOT,
        env=surroundings,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    if done.returncode:
        print(done.stdout, flush=True)
        sys.exit(f"check: {title} failed (exit status {done.returncode})")
    for line in done.stdout.splitlines():
        if line.startswith(("SKIPPED", "RERUN")):
            print(line)
    print(f"check: {title}: {time.monotonic() - began:.0f} seconds", flush=True)


if __name__ == "__main__":
    main()
