"""The kinds of game that are calibrated, each with a calibration of its own."""

from collections.abc import Iterator, Sequence
from typing import Final, Protocol

from onirium.bots.search_registry import search_config_for
from onirium.core.extension_point import ExtensionPoint
from onirium.core.game import Game
from onirium.games.registry import names


class KindModule(Protocol):
    """A module that lists the kinds of one game that are calibrated."""

    @property
    def KINDS(self) -> Sequence[dict[str, object]]:  # noqa: N802 - a constant of the module
        """The options of each kind."""


KIND_MODULES: Final = ExtensionPoint[KindModule]("onirium.studies.calibration.{game}")


def list_kinds() -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the name of the game and the options of every kind."""
    for game in names():
        if KIND_MODULES.is_provided(game):
            for options in KIND_MODULES.load(game).KINDS:
                yield game, options


def kind_name(game: Game) -> str:
    """Return the name of the kind of a game, also that of its file of samples.

    >>> import onirium
    >>> kind_name(onirium.load("onirim", expansions="towers"))
    'onirim-alone-towers'
    """
    return f"{game.name}-{search_config_for(game.name).calibration_name(game)}"
