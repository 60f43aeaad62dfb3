"""The public Python interface: a change shows in ``python_interface.txt``, and is deliberate."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import onirium
from onirium.core.build import is_compiled

INTERFACE = Path(__file__).with_name("python_interface.txt")
PAGE = Path(__file__).parents[2] / "docs/reference/python.md"


def public_interface() -> Iterator[str]:
    """Yield a line for each public name, and for each public member of a class of this package."""
    for name in sorted(onirium.__all__):
        value = getattr(onirium, name)
        if not inspect.isclass(value):
            yield f"{name}{signature(value)}"
            continue
        yield f"{name}({', '.join(base.__name__ for base in value.__bases__)})"
        if value.__module__.startswith("onirium."):
            for member in sorted(vars(value)):
                if not member.startswith("_") or member == "__init__":
                    yield f"{name}.{member}{signature(vars(value)[member])}"


def signature(value: object) -> str:
    if inspect.isfunction(value):
        return str(inspect.signature(value))
    return "" if inspect.isdatadescriptor(value) else f" = {value!r}"


@pytest.mark.skipif(is_compiled(), reason="compiled functions have no annotations")
def test_public_interface_is_unchanged() -> None:
    found = "".join(f"{line}\n" for line in public_interface())
    assert found == INTERFACE.read_text("utf-8"), (
        "The public interface has changed. If that is intended, change tests/docs/"
        "python_interface.txt and the changelog, as docs/reference/versions.md promises."
    )


def test_every_public_class_and_function_is_documented() -> None:
    for name in onirium.__all__:
        value = getattr(onirium, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert inspect.getdoc(value), name
    assert "::: onirium" in PAGE.read_text("utf-8")
