"""Onirium: two card games about dreams, to play, to host and to study."""

from onirium.games import from_json, load, names
from onirium.kernel.chance import Random
from onirium.kernel.events import SPECTATOR, Event
from onirium.kernel.game import (
    CHANCE,
    TERMINAL,
    Game,
    IllegalAction,
    OptionError,
    PositionError,
    State,
)

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "TERMINAL",
    "Event",
    "Game",
    "IllegalAction",
    "OptionError",
    "PositionError",
    "Random",
    "State",
    "from_json",
    "load",
    "names",
]
