"""Onirium: two card games about dreams, for players, hosts and researchers."""

from onirium.bots.player import InformationSet, Player, PlayerError
from onirium.core.chance import Random
from onirium.core.events import SPECTATOR, Event
from onirium.core.game import (
    CHANCE,
    TERMINAL,
    Game,
    IllegalAction,
    OptionError,
    PositionError,
    State,
)
from onirium.games.registry import from_json, load, names

__all__ = [
    "CHANCE",
    "SPECTATOR",
    "TERMINAL",
    "Event",
    "Game",
    "IllegalAction",
    "InformationSet",
    "OptionError",
    "Player",
    "PlayerError",
    "PositionError",
    "Random",
    "State",
    "from_json",
    "load",
    "names",
]


def __getattr__(name: str) -> str:
    """Return ``__version__``, read from the metadata of the package when it is first asked for."""
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version  # noqa: PLC0415 - the package starts fast

    return version(__name__)
