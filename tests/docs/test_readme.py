"""The examples of the documentation run, and its links and commands exist."""

import re
import runpy
from pathlib import Path

import pytest

import onirium
from onirium.cli.main import app
from onirium.i18n.catalog import LANGUAGES

ROOT = Path(__file__).parents[2]
OWN_TESTS = {"learn", "engine"}
"""Examples with tests of their own: one learns for minutes, one waits for its input."""

EXAMPLES = [path for path in sorted((ROOT / "examples").glob("*.py")) if path.stem not in OWN_TESTS]


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_each_example_runs(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_the_readme_shows_the_game_in_ten_lines() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    _, _, code = readme.partition("```python\n")
    shown = code.partition("```")[0]
    example = (ROOT / "examples/ten_lines.py").read_text("utf-8")
    assert shown == example.partition("\n\n")[2]
    assert len(shown.splitlines()) == 11


def test_every_page_that_is_linked_is_there() -> None:
    for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("benchmarks/**/*.md")]:
        for part in page.read_text("utf-8").split("](")[1:]:
            target = part.partition(")")[0]
            path, _, section = target.partition("#")
            linked = page.parent / path if path else page
            assert linked.exists(), f"{page.name} links to {target}"
            assert not section or section in sections(linked), f"{page.name} links to {target}"


def sections(page: Path) -> set[str]:
    """Return the anchors of the headings of a document, as GitHub derives them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", onirium.names())
def test_the_site_lists_every_rulebook(game: str, language: str) -> None:
    assert f": rules/{game}/{language}.md\n" in (ROOT / "mkdocs.yml").read_text("utf-8")


def test_every_command_is_documented() -> None:
    text = "".join(
        page.read_text("utf-8") for page in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]
    )
    for command in app.registered_commands:
        assert command.callback is not None
        assert f"onirium {command.callback.__name__}" in text
