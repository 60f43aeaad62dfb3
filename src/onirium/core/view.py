"""Views of a game: the fields common to all games."""

import msgspec

from onirium.core.notebook import draw


class ActionInfo(msgspec.Struct, frozen=True, gc=False):
    """A legal action, described for a user interface.

    Attributes:
        action: the integer to apply.
        notation: the notation of the action.
        kind: the kind of decision, a code of the game.
        card: the card that the action concerns, or empty.
        zone: the pile that holds this card or that the action uses, or empty.
        warning: a code of the game for an irreversible consequence, or empty.
        usual: whether this is the default action, to be offered first.
        target: the pile that the card enters or that the action affects, or empty.
        combines: whether the action can be submitted together with others that combine, including
            itself. They are applied in ascending order; a ``usual`` action that is then legal
            concludes the sequence.
    """

    action: int
    notation: str
    kind: str
    card: str = ""
    zone: str = ""
    warning: str = ""
    usual: bool = False
    target: str = ""
    combines: bool = False


class View(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The part of a game's state that one seat can see, with its legal actions.

    Views belong to no cycles, so that the garbage collector need not track them.

    Attributes:
        game: the name of the game.
        seat: the seat of the viewer.
        player: the seat to decide; -1 for chance, -2 when the game is over.
        step: the current step, a code of the game.
        legal_actions: the legal actions if the viewer decides, otherwise empty.
        returns: the return of each seat.
    """

    game: str
    seat: int
    player: int
    step: str
    legal_actions: list[ActionInfo]
    returns: list[float]

    def _repr_svg_(self) -> str | None:
        """Return the cards as an SVG file, which notebooks show."""
        return draw("view_to_svg", self)
