"""The build of the package: rules compiled by mypyc, or interpreted from the same source."""

from onirium.core import game


def is_compiled() -> bool:
    """Return whether the rules are compiled."""
    return not str(game.__file__).endswith(".py")
