"""The evaluation tasks of Onirim: alone with each set and with all, together, and in a race."""

from typing import Final

TASKS: Final[dict[str, dict[str, object]]] = {
    "onirim": {},
    "onirim-book": {"expansions": ["book"]},
    "onirim-towers": {"expansions": ["towers"]},
    "onirim-premonitions": {"expansions": ["premonitions"]},
    "onirim-all": {"expansions": ["book", "towers", "premonitions"]},
    "onirim-together": {"seats": 2},
    "onirim-race": {"seats": 2, "mode": "race"},
}
"""The options of each task, by its name."""
