"""The progress of each seat towards its goal: public information, in one form for all games."""

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
