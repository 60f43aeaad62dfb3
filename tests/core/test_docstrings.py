"""``help`` shows the docstrings of the sources in every build, although mypyc omits them."""

import ast
import inspect
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

import onirium

SOURCES = Path(__file__).parents[2] / "src"
PACKAGES = ["core", "games", "bots", "presentation", "record", "studies/simulation", "web/live"]
MODULES = sorted(
    path.relative_to(SOURCES).with_suffix("").as_posix().replace("/", ".")
    for package in PACKAGES
    for path in (SOURCES / "onirium" / package).rglob("*.py")
    if path.name != "__init__.py"
)


def documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names and docstrings of functions, classes and methods without operators.

    mypyc gives named tuples, of which only internal modules have any, a docstring of its own.
    """
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, ast.get_docstring(node) or ""
        elif isinstance(node, ast.ClassDef) and "NamedTuple" not in map(ast.unparse, node.bases):
            yield node.name, ast.get_docstring(node) or ""
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and not member.name.startswith("__"):
                    yield f"{node.name}.{member.name}", ast.get_docstring(member) or ""


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_are_those_of_the_sources(name: str) -> None:
    module = import_module(name)
    tree = ast.parse((SOURCES / f"{name.replace('.', '/')}.py").read_text("utf-8"))
    assert inspect.cleandoc(module.__doc__ or "") == ast.get_docstring(tree)
    for qualified_name, docstring in documented(tree):
        value = reduce(getattr, qualified_name.split("."), module)
        assert inspect.cleandoc(value.__doc__ or "") == docstring, qualified_name


def test_help_on_the_public_interface_teaches() -> None:
    assert "A new state is a chance node" in (onirium.load.__doc__ or "")
    assert "Seats are integers from 0" in (onirium.State.__doc__ or "")
    assert str(inspect.signature(onirium.State.legal_actions)).startswith("(self")
    assert "IllegalAction: if the action is not legal" in (onirium.State.apply.__doc__ or "")
