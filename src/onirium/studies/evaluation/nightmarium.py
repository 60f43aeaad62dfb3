"""The evaluation tasks of Nightmarium: two to five players."""

from typing import Final

TASKS: Final[dict[str, dict[str, object]]] = {
    "nightmarium-2": {},
    "nightmarium-3": {"seats": 3},
    "nightmarium-4": {"seats": 4},
    "nightmarium-5": {"seats": 5},
}
"""The options of each task, by its name."""

OPTIMA: Final[dict[str, float]] = {}
"""The win rates of perfect play by task: none is known."""
