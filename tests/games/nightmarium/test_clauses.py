"""Every clause of the rules of Nightmarium has a test or a case that names it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.games.test_cases import CASES

CLAUSES = [
    *("N1.1", "N1.2", "N1.3", "N1.4", "N2.1", "N2.2", "N2.3"),
    *("N3.1", "N3.2", "N3.3", "N3.4", "N3.5", "N3.6", "N4.1", "N4.2", "N4.3", "N4.4"),
    *("N5.1", "N5.2", "N5.3", "N5.4", "N5.5", "N5.6", "N5.7"),
    *("N6.1", "N6.2", "N6.3", "N6.4", "N6.5", "N6.6", "N7.1", "N7.2", "N8.1", "N8.2", "N8.3", "N9"),
]
CLAUSE = re.compile(r"N\d+(?:[._]\d+)?(?!\d)")


@cache
def clauses_of_tests() -> set[str]:
    """Return the clauses that tests of this folder name, or say they are about."""
    return {
        clause.replace("_", ".")
        for path in Path(__file__).parent.glob("test_*.py")
        for text in texts_of_tests(ast.parse(path.read_text("utf-8")))
        for clause in CLAUSE.findall(text)
    }


def texts_of_tests(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
            yield ast.get_docstring(node) or ""


def clauses_of_cases() -> set[str]:
    return {case.title.split()[0] for case in CASES if case.game == "nightmarium"}


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_test_or_a_case(clause: str) -> None:
    assert clause in clauses_of_tests() | clauses_of_cases()


def test_no_clause_is_named_that_the_rules_do_not_have() -> None:
    chapters = {clause.split(".")[0] for clause in CLAUSES}
    assert clauses_of_tests() | clauses_of_cases() <= {*CLAUSES, *chapters}
