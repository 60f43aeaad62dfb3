"""What there is to learn: the curricula of the games that have networks."""

from collections.abc import Sequence
from typing import Final, Protocol

from onirium.bots.network.registry import has_networks
from onirium.core.extension_point import ExtensionPoint
from onirium.games.registry import load, names
from onirium.studies.training.curriculum import Curriculum


class UnknownNetwork(ValueError):
    """A name that no network of a game bears; the text says which names there are."""


class CurriculumModule(Protocol):
    """A module with the training curricula of one game."""

    @property
    def CURRICULA(self) -> Sequence[Curriculum]:  # noqa: N802 - a constant of the module
        """The curricula, one for each network."""


CURRICULA: Final = ExtensionPoint[CurriculumModule]("onirium.studies.training.{game}")


def curricula(game: str | None = None, networks: Sequence[str] = ()) -> list[Curriculum]:
    """Return what networks learn from.

    Args:
        game: the game; otherwise all.
        networks: some of its networks; otherwise all.

    Raises:
        OptionError: if there is no such game.
        UnknownNetwork: naming the networks that there are.

    >>> [curriculum.network for curriculum in curricula("nightmarium")]
    ['two', 'several']
    """
    if game is None:
        return [curriculum for name in names() for curriculum in curricula(name)]
    load(game)
    found = {curriculum.network: curriculum for curriculum in _of_a_game(game)}
    for network in networks:
        if network not in found:
            there_are = ", ".join(found) or "none"
            raise UnknownNetwork(f"{game} has no network {network!r}; there are: {there_are}")
    return [found[network] for network in networks or found]


def _of_a_game(game: str) -> Sequence[Curriculum]:
    if not has_networks(game):
        return ()
    return CURRICULA.load(game).CURRICULA
