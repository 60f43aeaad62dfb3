"""A sentence of the narration, and the cards that it names."""

import msgspec


class Sentence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A sentence about events.

    Attributes:
        text: the sentence.
        cards: the names of its visible cards, in order.
        brief: the sentence with the number of its cards instead of their names, if there are many.
    """

    text: str
    cards: list[str]
    brief: str = ""
