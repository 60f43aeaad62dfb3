"""A checkout has the same files on every system."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def run_git(*arguments: str) -> bytes:
    command = ["git", "-C", str(ROOT), "-c", "core.autocrlf=true", *arguments]  # as on Windows
    done = subprocess.run(command, check=False, capture_output=True)
    if done.returncode:
        pytest.skip(f"not a checkout: {done.stderr.decode()}")
    return done.stdout


def test_names_of_files_are_valid_and_distinct_on_every_system() -> None:
    paths = run_git("ls-files", "-z").decode().split("\0")[:-1]
    assert [path for path in paths if not re.fullmatch(r"[\w./-]+", path, re.ASCII)] == []
    assert len({path.lower() for path in paths}) == len(paths)


def test_lines_of_sources_end_alike_on_every_system() -> None:
    assert b"\r" not in run_git("cat-file", "--filters", "HEAD:src/onirium/core/game.py")
