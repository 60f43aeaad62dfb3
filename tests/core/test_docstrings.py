"""``help`` shows the docstrings of the sources in every build, although mypyc omits them."""

import ast
import inspect
from collections.abc import Iterator
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

import onirium

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "src"


def compiled_modules() -> list[str]:
    """Return the names of the modules that setup.py compiles; the others keep their docstrings."""
    patterns = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse((ROOT / "setup.py").read_text("utf-8")).body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id in {"COMPILED", "INTERPRETED"}
    }
    compiled, interpreted = (
        {path for pattern in patterns[name] for path in (SOURCES / "onirium").glob(pattern)}
        for name in ("COMPILED", "INTERPRETED")
    )
    paths = (path.relative_to(SOURCES).with_suffix("") for path in compiled - interpreted)
    return sorted(path.as_posix().replace("/", ".") for path in paths)


def documented(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Yield the names and docstrings of functions, classes and methods without operators.

    mypyc gives named tuples a docstring of its own, and properties none; only internal modules
    have any of them.
    """
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, ast.get_docstring(node) or ""
        elif isinstance(node, ast.ClassDef) and "NamedTuple" not in map(ast.unparse, node.bases):
            yield node.name, ast.get_docstring(node) or ""
            for member in node.body:
                if isinstance(member, ast.FunctionDef) and not (
                    member.name.startswith("__")
                    or "property" in map(ast.unparse, member.decorator_list)
                ):
                    yield f"{node.name}.{member.name}", ast.get_docstring(member) or ""


@pytest.mark.parametrize("name", compiled_modules())
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
