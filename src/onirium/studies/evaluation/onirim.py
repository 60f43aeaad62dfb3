"""The evaluation tasks of Onirim: alone with each expansion and with all, together, and in a race.

The reduced boxes are small enough to be solved, so their tasks have optimal win rates.
"""

from typing import Final

OPTIMA: Final[dict[str, float]] = {
    "onirim-box-1": 0.458333,
    "onirim-box-2": 0.984127,
    "onirim-box-3": 0.527778,
    "onirim-box-4": 0.618750,
    "onirim-box-5": 0.925595,
    "onirim-box-6": 0.175735,
    "onirim-box-7": 0.951875,
    "onirim-box-8": 0.617733,
    "onirim-box-9": 0.521130,
    "onirim-box-10": 0.127615,
}
"""The win rate of perfect play in the tasks of the reduced boxes, from the exact solver."""

TASKS: Final[dict[str, dict[str, object]]] = {
    "onirim": {},
    "onirim-book": {"expansions": ["book"]},
    "onirim-towers": {"expansions": ["towers"]},
    "onirim-premonitions": {"expansions": ["premonitions"]},
    "onirim-all": {"expansions": ["book", "towers", "premonitions"]},
    "onirim-together": {"seats": 2},
    "onirim-race": {"seats": 2, "mode": "race"},
    **{name: {"box": int(name.rpartition("-")[2])} for name in OPTIMA},
}
"""The options of each task, by its name."""
