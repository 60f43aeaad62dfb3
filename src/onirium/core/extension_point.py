"""Extension points: the packages in which every game provides one module.

No game is named outside its own folders. Code that needs the part of a game which belongs to
another layer (its texts, its card art, its bots) loads it through an extension point.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Final, Generic, TypeVar, cast

T_co = TypeVar("T_co", covariant=True)


class ExtensionPoint(Generic[T_co]):
    """A dotted module name with ``{game}`` in it, and the protocol that such modules implement.

    ``tests/core/test_extension_points.py`` assigns the module of every game to the protocol, so
    that mypy checks the type that ``load`` can only assume.

    >>> boards = ExtensionPoint[object]("onirium.terminal.{game}.board")
    >>> boards.is_provided("onirim"), boards.is_provided("chess")
    (True, False)
    """

    def __init__(self, template: str) -> None:
        self.template: Final = template
        self._modules: dict[str, T_co] = {}

    def is_provided(self, game: str) -> bool:
        """Return whether a game has a module here, without importing it."""
        name = self.template.format(game=game)
        try:
            return find_spec(name) is not None
        except ModuleNotFoundError:
            return False

    def load(self, game: str) -> T_co:
        """Import and return the module of a game.

        Raises:
            ModuleNotFoundError: if the game provides none.
        """
        if game not in self._modules:
            module = import_module(self.template.format(game=game))
            self._modules[game] = cast("T_co", module)
        return self._modules[game]
