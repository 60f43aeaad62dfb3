"""The provenance of results: the program, its rules and weights, the players and the machine."""

import json
import os
import platform
import subprocess
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution, version
from pathlib import Path
from typing import Final

import msgspec

from onirium.core.build import is_compiled
from onirium.studies.file_hash import hash_files
from onirium.studies.players.definition import PlayerProvenance

PACKAGE: Final = Path(__file__).parents[1]

HASHED_FILES: Final = {
    "rules": ("core/**/*.py", "games/**/*.py"),
    "program": ("bots/**/*.py", "bots/*/calibration.json", "studies/**/*.py"),
    "weights": ("bots/**/*.weights",),
}
"""The files of the package that results depend on, by the name of their hash."""

COMMIT_FILE: Final = "commit.txt"
"""The file beside this module in which a build names its commit; a checkout has none."""

GIT_TIMEOUT_S: Final = 5.0
"""The time limit of a call of git."""


class Provenance(msgspec.Struct, frozen=True, kw_only=True):
    """The origin of a result, with which it can be repeated.

    Attributes:
        version: the version of onirium.
        commit: the commit from which it was installed or runs, with ``-dirty`` if the files of the
            checkout differ from it, or None if it is unknown.
        rules: the hash of the rules.
        program: the hash of the bots and studies.
        weights: the hash of the weights of all networks.
        players: the players.
        compiled: whether the rules ran compiled.
        python: the version of Python.
        platform: the operating system and architecture of the machine that collected the result.
        processors: its number of processors.
    """

    version: str
    commit: str | None
    rules: str
    program: str
    weights: str
    players: list[PlayerProvenance]
    compiled: bool
    python: str
    platform: str
    processors: int


def describe_provenance(players: Iterable[PlayerProvenance] = ()) -> Provenance:
    """Return the provenance of a result with some players, each listed once."""
    return Provenance(
        version=version("onirium"),
        commit=find_commit(),
        **build_hashes(),
        players=list(dict.fromkeys(players)),
        compiled=is_compiled(),
        python=platform.python_version(),
        platform=platform.platform(),
        processors=os.cpu_count() or 1,
    )


def build_fingerprint() -> dict[str, object]:
    """Return everything in the package that results depend on, for checkpoints."""
    return {"version": version("onirium"), **build_hashes()}


@cache
def build_hashes() -> dict[str, str]:
    """Return the hashes of rules, program and weights; equal for plain and compiled builds."""
    return {
        name: hash_files(
            {
                path.relative_to(PACKAGE).as_posix(): path
                for pattern in patterns
                for path in PACKAGE.glob(pattern)
            }
        )
        for name, patterns in HASHED_FILES.items()
    }


@cache
def find_commit() -> str | None:
    """Return the commit of the package, from pip's record, from its build or from git.

    That of a modified checkout ends with ``-dirty``.
    """
    with suppress(PackageNotFoundError, ValueError, KeyError):
        origin = json.loads(distribution("onirium").read_text("direct_url.json") or "{}")
        return str(origin["vcs_info"]["commit_id"])
    with suppress(OSError):
        return Path(__file__).with_name(COMMIT_FILE).read_text("utf-8")
    try:
        # Fails where the package is installed inside the repository of something else.
        _run_git("ls-files", "--error-unmatch", Path(__file__).name)
        return _run_git("describe", "--always", "--abbrev=40", "--exclude=*", "--dirty")
    except (OSError, subprocess.SubprocessError):
        return None


def _run_git(*arguments: str) -> str:
    command = ("git", "-C", str(Path(__file__).parent), *arguments)
    completed = subprocess.run(  # noqa: S603 - fixed arguments
        command, check=True, capture_output=True, text=True, timeout=GIT_TIMEOUT_S
    )
    return completed.stdout.strip()
