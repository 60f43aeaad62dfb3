"""Game objects that tables with equal options share, because their notations need memory."""

from functools import lru_cache
from typing import Final

import msgspec

from onirium.core.game import Game
from onirium.games.registry import load

MAX_CACHED_GAMES: Final = 100
"""Maximum number of game objects in the cache."""


def shared_game(game: Game) -> Game:
    """Return the one game object with the name and the options of a game."""
    return _load_shared(game.name, msgspec.json.encode(game.options))


@lru_cache(MAX_CACHED_GAMES)
def _load_shared(name: str, options: bytes) -> Game:
    return load(name, **msgspec.json.decode(options, type=dict[str, object]))
