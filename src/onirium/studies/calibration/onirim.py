"""The kinds of Onirim that are calibrated: one player with each set of expansions, and two."""

from itertools import combinations
from typing import Final

from onirium.games.onirim.options import EXPANSIONS

_ALONE: Final[list[dict[str, object]]] = [
    {"expansions": list(chosen)}
    for size in range(len(EXPANSIONS) + 1)
    for chosen in combinations(EXPANSIONS, size)
]

KINDS: Final[tuple[dict[str, object], ...]] = (
    *_ALONE,
    {"seats": 2},
    {"seats": 2, "expansions": list(EXPANSIONS)},
    {"seats": 2, "mode": "race"},
)
"""The options of each kind."""
