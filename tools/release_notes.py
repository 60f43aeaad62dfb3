"""Prints the section of the changelog for a tag, as the notes of its release.

    python tools/release_notes.py v0.1.0

Fails unless the tag names the version of the package and the changelog gives its date.
"""

import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def release_notes(tag: str, changelog: str, version: str) -> str:
    """Return the section of a version.

    Raises:
        ValueError: if the tag is of another version, or the section is missing or undated.
    """
    if tag != f"v{version}":
        raise ValueError(f"the tag {tag} does not name the version {version} of pyproject.toml")
    heading = rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$"
    section = re.search(rf"{heading}(.*?)(?=^## |\Z)", changelog, re.DOTALL | re.MULTILINE)
    if section is None:
        raise ValueError(f"the changelog has no section '## {version} (YEAR-MONTH-DAY)'")
    return section[1].strip()


def main() -> None:
    """Print the notes of a tag."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("tag", help="the tag of the release, such as v0.1.0")
    tag = parser.parse_args().tag
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    changelog = (ROOT / "CHANGELOG.md").read_text("utf-8")
    try:
        print(release_notes(tag, changelog, project["version"]))
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
