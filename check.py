"""The gate: everything that must hold, checked by one command.

``python3 check.py`` makes two environments under ``.check``. One has the sources as they stand,
uncompiled: style, types, layers, the tests with their coverage, the examples of the documentation.
The other has the built wheel: all tests, compiled, and both builds compared step by step.
Without a C compiler the second is plain as well, and says so.
"""

import os
import shutil
import subprocess
import sys
import time
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent
PLACE = ROOT / ".check"


def main() -> None:
    """Check everything, up to the first thing that fails."""
    began = time.monotonic()
    shutil.rmtree(PLACE, ignore_errors=True)
    plain = make_environment("plain")
    run("install, plain", plain, "pip", *PIP, "-e", ".[test]", ONIRIUM_COMPILE="0")
    run("style", plain, "ruff", "check", ".")
    run("format", plain, "ruff", "format", "--check", ".")
    run("types", plain, "mypy")
    run("layers", plain, "lint-imports")
    built = make_environment("built")
    run("build", built, "pip", "wheel", "-q", "--no-deps", "-w", str(PLACE / "wheel"), ".")
    wheel = next((PLACE / "wheel").glob("*.whl"))
    run("install, built", built, "pip", *PIP, f"{wheel}[test]")
    tests = ["pytest", "-rs", "-p", "no:cacheprovider", *ON_ALL_PROCESSORS]
    measured = [*WITH_DOCTESTS, *WITHOUT_LONG, *WITH_COVERAGE]
    run("tests, plain", plain, *tests, *measured, ONIRIUM_BUILD="plain")
    run("tests, built", built, *tests, "tests", ONIRIUM_OTHER_PYTHON=program(plain, "python"))
    print(f"check: all is well, after {time.monotonic() - began:.0f} seconds", flush=True)


PIP = ("install", "-q", "-c", "constraints.txt")
ON_ALL_PROCESSORS = ("--numprocesses=auto", "--dist=loadfile")
WITH_DOCTESTS = ("--doctest-modules", "--doctest-glob=*.md")
WITHOUT_LONG = ("-m", "not long")
WITH_COVERAGE = ("--cov", "--cov-report=term")


def make_environment(name: str) -> Path:
    """Make an empty virtual environment; return its folder."""
    folder = PLACE / name
    venv.create(folder, with_pip=True)
    return folder


def program(environment: Path, name: str) -> str:
    """Return the path of a program of an environment."""
    return str(environment / ("Scripts" if os.name == "nt" else "bin") / name)


def run(title: str, environment: Path, name: str, *arguments: str, **settings: str) -> None:
    """Run a program of an environment; end the check if it fails."""
    began = time.monotonic()
    print(f"check: {title}", flush=True)
    command = [program(environment, name), *arguments]
    surroundings = {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt"), **settings}
    code = subprocess.run(command, cwd=ROOT, env=surroundings, check=False).returncode
    if code:
        sys.exit(f"check: {title} failed (exit status {code})")
    print(f"check: {title}: {time.monotonic() - began:.0f} seconds", flush=True)


if __name__ == "__main__":
    main()
