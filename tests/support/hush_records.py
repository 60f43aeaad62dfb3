"""Records of Hush with one card in each hand."""

import onirium
from onirium.record import Record, new_record


def hush_record(*cards: str) -> Record:
    """Return a record of Hush in which each seat has one card, plays it and draws the next."""
    record = new_record(onirium.load("hush", hand=1), ["human", "greedy"])
    record.actions += cards[:2]
    for played, drawn in zip(cards, cards[2:], strict=False):
        record.actions += [f"play {played}", drawn]
    return record


def full_record(first: int = 0) -> Record:
    """Return a finished game: the first seat plays 15 points, the second 3.

    Games that start with another of the six pairs of cards differ.
    """
    pairs = [("shout", "hush")] * 3 + [("murmur", "whisper")] * 3
    pairs = pairs[first:] + pairs[:first]
    record = hush_record(*(card for pair in pairs for card in pair))
    record.actions += [f"play {card}" for card in pairs[-1]]
    return record
