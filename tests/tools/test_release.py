"""The programs of a release: its notes, and the test of its wheels."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import smoke_test
from tools.release_notes import release_notes

ROOT = Path(__file__).parents[2]
CHANGELOG = """# Changelog

## 0.2.0 (2027-01-02)

### Fixed

- A door.

## 0.1.0 (2026-12-01)

### Added

- Everything.
"""


def test_the_citation_has_the_version_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text("utf-8").splitlines()
    assert f"version: {project['version']}" in citation
    assert f"license: {project['license']}" in citation


def test_release_notes_are_the_section_of_the_tag() -> None:
    assert release_notes("v0.2.0", CHANGELOG, "0.2.0") == "### Fixed\n\n- A door."
    assert release_notes("v0.1.0", CHANGELOG, "0.1.0") == "### Added\n\n- Everything."


@pytest.mark.parametrize(
    ("tag", "version", "reason"),
    [
        ("v0.3.0", "0.2.0", "does not name the version 0.2.0"),
        ("v0.3.0", "0.3.0", "no section '## 0.3.0"),
        ("0.2.0", "0.2.0", "does not name"),
    ],
)
def test_wrong_tags_are_rejected(tag: str, version: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        release_notes(tag, CHANGELOG, version)


@pytest.mark.long
def test_smoke_test_plays_the_games_of_the_digest() -> None:
    # In a process of its own, without the games of the tests.
    command = [sys.executable, "-P", smoke_test.__file__]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("1000 games, ")


def test_smoke_test_rejects_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(smoke_test, "GAMES", 2)
    with pytest.raises(SystemExit, match=r"differ .* digest is [0-9a-f]{64}"):
        smoke_test.main()
