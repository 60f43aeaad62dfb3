"""Suggestions for unknown names, which are mostly misspelt ones."""

from collections.abc import Iterable


def suggest(name: str, names: Iterable[str], title: str = "available") -> str:
    """Return the end of a message about an unknown name: a similar name, and all names.

    >>> suggest("gredy", ["random", "greedy"])
    "did you mean 'greedy'? Available: random, greedy"
    >>> suggest("best", ["random", "greedy"])
    'available: random, greedy'
    """
    from difflib import get_close_matches

    known = list(names)
    listed = ", ".join(known) or "none"
    matches = get_close_matches(name, known, n=1)
    if not matches:
        return f"{title}: {listed}"
    return f"did you mean {matches[0]!r}? {title.capitalize()}: {listed}"
