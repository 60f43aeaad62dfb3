"""A sentence of the narration, and the cards that it names."""

import msgspec


class Sentence(msgspec.Struct, frozen=True, gc=False):
    """A sentence about events.

    Attributes:
        text: the sentence.
        cards: the names of its visible cards, in order.
    """

    text: str
    cards: list[str]
