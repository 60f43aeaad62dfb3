"""Which build this is: the rules compiled, or the same text as plain Python."""

from onirium.core import game


def is_compiled() -> bool:
    """Tell whether the rules run compiled."""
    return not str(game.__file__).endswith(".py")
