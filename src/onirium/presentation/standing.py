"""How far the seats of a game are: public information, the same for every game."""

import msgspec


class Standing(msgspec.Struct, frozen=True):
    """The pieces that each seat has gathered towards its goal: doors, or creatures.

    Attributes:
        goal: the number of pieces that a seat needs.
        scores: the number of complete pieces of each seat.
        pieces: the pieces of each seat, begun ones included, each as the names of its cards.
    """

    goal: int
    scores: list[int]
    pieces: list[list[list[str]]]
