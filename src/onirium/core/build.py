"""The build of the package: rules compiled by mypyc, or interpreted from the same source."""

from importlib.machinery import EXTENSION_SUFFIXES

from onirium.core import game


def is_compiled() -> bool:
    """Return whether the rules are compiled."""
    return str(game.__file__).endswith(tuple(EXTENSION_SUFFIXES))
