"""Every clause of the rulebooks has a test or a case that names it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from onirium.games import registry
from tests.games.test_cases import CASES

RULES: Final = Path(registry.__file__).parent
LETTERS: Final = {"onirim": "O", "nightmarium": "N"}
ITEMS: Final = {"O5.1a", "O5.1b", "O5.1c", "O5.1d"}
"""Clauses that a rulebook writes as items of another clause."""
MISTAKES: Final = "O13"
"""The cases of mistakes in reading the rules; not a chapter of the rulebook."""
DOCSTRINGS_COUNT: Final = {"nightmarium"}
"""The games whose tests may name clauses in their docstrings instead of their names."""


def clauses_in(text: str, game: str) -> set[str]:
    """Return the clauses that a text names, such as ``N3.2`` or ``N3_2``."""
    found = re.findall(rf"(?<![A-Za-z]){LETTERS[game]}\d+(?:[._]\d+[a-d]?)?(?!\d)", text)
    return {clause.replace("_", ".") for clause in found}


@cache
def clauses_of_rules(game: str) -> frozenset[str]:
    """Return the clauses of a rulebook: its numbered paragraphs, and chapters without any."""
    found = clauses_in((RULES / game / "rules/en.md").read_text("utf-8"), game)
    chapters = {clause.split(".")[0] for clause in found if "." in clause}
    items = {item for item in ITEMS if item[0] == LETTERS[game]}
    return frozenset(found - chapters | items)


@cache
def named_clauses(game: str) -> frozenset[str]:
    """Return the clauses named by the tests in the folder of a game and by its cases."""
    paths = (Path(__file__).parent / game).glob("test_*.py")
    trees = [ast.parse(path.read_text("utf-8")) for path in paths]
    texts = [text for tree in trees for text in texts_of_tests(tree, game)]
    texts += [case.title.split()[0] for case in CASES if case.game == game]
    return frozenset().union(*(clauses_in(text, game) for text in texts))


def texts_of_tests(tree: ast.Module, game: str) -> Iterator[str]:
    """Yield the texts of the test functions of a module that may name clauses."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name.removeprefix("test_")
            if game in DOCSTRINGS_COUNT:
                yield ast.get_docstring(node) or ""


@pytest.mark.parametrize(
    ("game", "clause"),
    [(game, clause) for game in LETTERS for clause in sorted(clauses_of_rules(game))],
)
def test_every_clause_has_a_test_or_a_case(game: str, clause: str) -> None:
    assert clause in named_clauses(game)


@pytest.mark.parametrize(("game", "count"), [("onirim", 57), ("nightmarium", 37)])
def test_all_clauses_of_a_rulebook_are_found(game: str, count: int) -> None:
    assert len(clauses_of_rules(game)) == count


def test_every_game_has_a_letter_for_its_clauses() -> None:
    assert set(LETTERS) == set(registry.names()) - {"hush"}


@pytest.mark.parametrize("game", LETTERS)
def test_tests_and_cases_name_existing_clauses(game: str) -> None:
    clauses = clauses_of_rules(game)
    chapters = {clause.split(".")[0] for clause in clauses}
    assert named_clauses(game) - {MISTAKES} <= clauses | chapters
