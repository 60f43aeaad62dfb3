"""Players of studies by name.

| name | player |
|---|---|
| ``greedy``, ``strong@500`` | a bot of the package, a search with a number of simulations |
| ``module:Class`` | a subclass of ``Player`` |
| ``state:module:Class`` | a subclass of ``Bot``, which sees the whole state |
| ``policy:module:name`` | a policy for the Gymnasium environment |
| ``engine:command`` | a program that speaks the engine protocol |
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final

from msgspec.structs import replace

from onirium.bots.base import Bot
from onirium.bots.player import Player, PlayerError
from onirium.core.game import Game
from onirium.studies.players.definition import PlayerDefinition, PlayerProvenance
from onirium.studies.players.engine import EnginePlayer
from onirium.studies.players.package_bot import parse_package_bot, with_simulations
from onirium.studies.players.python_code import ClassPlayer, PolicyPlayer, StatePlayer

_SCHEMES: Final[dict[str, Callable[[str, str], PlayerDefinition]]] = {
    "state": StatePlayer,
    "policy": PolicyPlayer,
    "engine": EnginePlayer,
}
"""The kinds of external players, by the word before the first colon of their names."""


def define_player(name: str) -> PlayerDefinition:
    """Return the definition of a player.

    Raises:
        PlayerError: if the name is malformed.
        TypeError: if it is a player itself: worker processes create players by their names.
    """
    if not isinstance(name, str):
        raise TypeError(
            f"{name!r} is not the name of a player: write 'module:Class', or '__main__:Class' for "
            "a class of this script"
        )
    scheme, colon, rest = name.partition(":")
    if not colon:
        return parse_package_bot(name)
    if scheme in _SCHEMES:
        return _SCHEMES[scheme](name, rest)
    return ClassPlayer(name, name)


def check_player(name: str, game: Game) -> None:
    """Check that a player exists and can play a game.

    Raises:
        ValueError: if it cannot; the message gives the reason.
    """
    define_player(name).check(game)


def make_player(name: str, game: Game) -> Bot | Player:
    """Create a player for a game.

    Raises:
        ValueError: if the player cannot play the game.
    """
    return define_player(name).make(game)


def describe_players(names: Iterable[str], game: Game) -> list[PlayerProvenance]:
    """Return the provenance of some players of a game, with the hashes of their programs."""
    return [replace(define_player(name).describe(game), hash=player_hash(name)) for name in names]


@cache
def player_hash(name: str) -> str | None:
    """Return the hash of a player's program, as it was at the first call in this process."""
    return define_player(name).hash()


def player_hashes(names: Iterable[str]) -> tuple[str, ...]:
    """Return the hashes of the players that have one."""
    return tuple(text for text in map(player_hash, names) if text is not None)


def check_hashes(names: Sequence[str], hashes: Sequence[str]) -> None:
    """Check that the programs of players are those with which a run began.

    Worker processes start throughout a run and import the programs as they are then.

    Raises:
        PlayerError: if a hash differs.
    """
    if player_hashes(names) != tuple(hashes):
        raise PlayerError(
            f"{', '.join(names)}: the program of a player has changed since the start of the run: "
            "run the command again"
        )


def any_slow(names: Iterable[str]) -> bool:
    """Return whether a game of some players may take seconds."""
    return any(define_player(name).is_slow for name in names)


def set_simulations(names: Iterable[str], simulations: int | None) -> tuple[str, ...]:
    """Return names of players, with a number of simulations for each search bot without one.

    Raises:
        PlayerError: if a number is given that applies to no player.
    """
    before = tuple(names)
    after = tuple(with_simulations(name, simulations) for name in before)
    if simulations is not None and after == before:
        raise PlayerError(
            "--simulations applies to `quick` and `strong` without a number of their own (as in "
            "quick@500), and no player here is one: remove it"
        )
    return after
