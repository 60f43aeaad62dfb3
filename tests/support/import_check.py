"""Prints the names of the modules that cannot be imported."""

from collections.abc import Iterable
from importlib import import_module


def main(names: Iterable[str]) -> None:
    """Import modules; print those that fail."""
    for name in names:
        try:
            import_module(name)
        except ImportError:
            print(name)
