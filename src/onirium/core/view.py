"""What a seat may see: the parts that the views of all games share."""

import msgspec


class ActionInfo(msgspec.Struct, frozen=True):
    """A legal action, as an interface offers it.

    Attributes:
        action: the integer to apply.
        notation: the action in words.
        kind: the kind of decision, a code of the game.
        card: the card it concerns, or empty.
        zone: the pile in which that card, or what the action concerns, lies, or empty.
        warning: what cannot be undone by it, a code of the game, or empty.
        usual: whether it is what one does who wants nothing special.
        target: the pile to which the card goes or which the action concerns, or empty.
        combines: whether it may be chosen at once with others that combine, also with itself: they
            are applied in ascending order of action, and the usual choice that then follows, if
            any, ends it.
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


class View(msgspec.Struct, frozen=True, kw_only=True):
    """What one seat may see of a game, and what it can do.

    Attributes:
        game: the name of the game.
        seat: whose view it is.
        player: whose decision waits; -1 for chance, -2 when the game is over.
        step: what is being decided or drawn, a code of the game.
        legal_actions: the legal actions, if the decision is this seat's.
        returns: what each seat has won.
    """

    game: str
    seat: int
    player: int
    step: str
    legal_actions: list[ActionInfo]
    returns: list[float]
