"""The requirements with hashes, from which the container and public servers are installed."""

import ast
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SERVER = ROOT / "deploy" / "requirements.txt"
BUILD = ROOT / "deploy" / "build-requirements.txt"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def names(requirements: Iterable[str]) -> set[str]:
    """Return the names of the packages of requirements such as ``mypy[mypyc]>=2``."""
    found = (re.match(r"[\w.-]+", requirement) for requirement in requirements)
    return {normalize(match[0]) for match in found if match}


def locked(file: Path) -> dict[str, str]:
    """Return the version of each package of a file, all with hashes; nothing else may be there."""
    text = re.sub(r"^#.*\n", "", file.read_text("utf-8"), flags=re.MULTILINE).strip()
    packages = {}
    for block in re.split(r"\n\s*(?=\w)", text):
        pattern = r"([\w.-]+)==([\w.]+)(?: ; [^\n]+)?(?: \\\n    --hash=sha256:[0-9a-f]{64})+"
        match = re.fullmatch(pattern, block)
        assert match, block[:200]
        packages[normalize(match[1])] = match[2]
    return packages


@pytest.mark.parametrize("file", [SERVER, BUILD])
def test_locked_packages_have_hashes_and_the_versions_of_the_constraints(file: Path) -> None:
    pins = [line.partition("==") for line in (ROOT / "constraints.txt").read_text().split()]
    constraints = {normalize(name): version for name, _, version in pins}
    packages = locked(file)
    assert packages == {name: constraints.get(name, "") for name in packages}


def test_all_requirements_of_a_server_are_locked() -> None:
    project = PROJECT["project"]
    needed = [*project["dependencies"], *project["optional-dependencies"]["postgres"]]
    assert names(needed) <= set(locked(SERVER))
    setup = (ROOT / "setup.py").read_text("utf-8")
    compiling = re.search(r"^MYPYC = (\[.*\])$", setup, re.MULTILINE)
    assert compiling
    build = [*PROJECT["build-system"]["requires"], *ast.literal_eval(compiling[1])]
    assert names(build) <= set(locked(BUILD))


@pytest.mark.parametrize("document", ["Dockerfile", "docs/guides/host.md"])
def test_every_installation_checks_hashes(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    commands = re.findall(r"/bin/pip (?:install|wheel) (.*)", text)
    assert {f"deploy/{file.name}" for file in (SERVER, BUILD)} <= {
        word.removeprefix("/onirium/") for command in commands for word in command.split()
    }
    for command in commands:
        assert "--require-hashes" in command or "--no-deps" in command, command
