"""The registry of games, by name."""

from collections.abc import Mapping
from importlib import import_module
from typing import Final, Protocol, cast

from onirium.core.game import Game, OptionError, PositionError, State
from onirium.core.options import Option
from onirium.core.spelling import suggest


class GameModule(Protocol):
    """The main module of a game."""

    @property
    def OPTIONS(self) -> tuple[Option, ...]:  # noqa: N802 - a constant of the module
        """The options of the game, in order."""

    def make(self, options: Mapping[str, object]) -> Game:
        """Return the game with its options resolved.

        Raises:
            OptionError: if an option or value is unknown, or options cannot be combined.
        """


_MODULES: Final = {
    "onirim": "onirium.games.onirim.game",
    "nightmarium": "onirium.games.nightmarium.game",
}


def names() -> list[str]:
    """Return the names of all games.

    >>> names()
    ['onirim', 'nightmarium']
    """
    return list(_MODULES)


def options(name: str) -> tuple[Option, ...]:
    """Return the options of a game, in order.

    Raises:
        OptionError: if there is no such game.
    """
    return _module(name).OPTIONS


def load(name: str, /, **options: object) -> Game:
    """Return a game with resolved options.

    Args:
        name: one of ``names()``.
        options: options that differ from their defaults; ``onirium options GAME`` lists them.

    Raises:
        OptionError: if the game, an option or a value is unknown, or a requirement is not met.

    >>> game = load("onirim", seats=2, expansions=["book", "towers"])
    >>> game.seats, game.options
    (2, {'seats': 2, 'expansions': ['book', 'towers']})

    A new state is a chance node; ``apply`` takes chance outcomes and actions alike:

    >>> from onirium import Random
    >>> state, rng = load("onirim").new_state(), Random(1)
    >>> while state.is_chance_node():
    ...     state.apply(state.sample(rng))
    >>> state.apply(state.legal_actions()[0])
    """
    return _module(name).make(options)


def from_json(text: str) -> State:
    """Parse the result of ``State.to_json``.

    Raises:
        PositionError: if the text is malformed, or no game can reach the position.

    >>> state = load("onirim").new_state()
    >>> from_json(state.to_json()) == state
    True
    """
    import json

    try:
        value = json.loads(text)
    except (RecursionError, ValueError) as error:
        raise PositionError(f"invalid JSON: {error}") from None
    if not isinstance(value, dict) or set(value) != {"game", "options", "state"}:
        raise PositionError("expected a JSON object with the keys game, options and state")
    if not isinstance(value["options"], dict):
        raise PositionError("options: expected a JSON object")
    fields = value["state"]
    if not isinstance(fields, dict) or not all(isinstance(text, str) for text in fields.values()):
        raise PositionError("state: expected a JSON object of strings")
    try:
        game = load(str(value["game"]), **value["options"])
    except OptionError as error:
        raise PositionError(str(error)) from None
    return game.from_fields(fields)


def _module(name: str) -> GameModule:
    if name not in _MODULES:
        raise OptionError(f"unknown game {name!r}; {suggest(name, _MODULES)}")
    return cast("GameModule", import_module(_MODULES[name]))
