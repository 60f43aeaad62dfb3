"""The training curricula of all games that have networks."""

from collections.abc import Sequence
from typing import Final, Protocol

from onirium.bots.search_registry import has_networks
from onirium.core.extension_point import ExtensionPoint
from onirium.core.spelling import suggest
from onirium.games.registry import load, names
from onirium.studies.training.curriculum import Curriculum


class UnknownNetwork(ValueError):
    """An unknown network name; the message lists the networks of the game."""


class CurriculumModule(Protocol):
    """A module with the training curricula of one game."""

    @property
    def CURRICULA(self) -> Sequence[Curriculum]:  # noqa: N802 - a constant of the module
        """The curricula, one for each network."""


CURRICULA: Final = ExtensionPoint[CurriculumModule]("onirium.studies.training.{game}")


def curricula(game: str | None = None, networks: Sequence[str] = ()) -> list[Curriculum]:
    """Return training curricula.

    Args:
        game: name of the game; None for all games.
        networks: names of networks of the game; empty for all of them.

    Raises:
        OptionError: if the game is unknown.
        UnknownNetwork: if a network is unknown.

    >>> [curriculum.network for curriculum in curricula("nightmarium")]
    ['two', 'several']
    """
    if game is None:
        return [curriculum for name in names() for curriculum in curricula(name)]
    load(game)
    available = {curriculum.network: curriculum for curriculum in _load_curricula(game)}
    for network in networks:
        if network not in available:
            suggestion = suggest(network, available)
            raise UnknownNetwork(f"{game} has no network {network!r}; {suggestion}")
    return [available[network] for network in networks or available]


def _load_curricula(game: str) -> Sequence[Curriculum]:
    if not has_networks(game):
        return ()
    return CURRICULA.load(game).CURRICULA
