"""Nightmarium once more, slow and obvious, written straight from the rulebook.

Nothing of the engine is used: cards are objects, each printed once, piles are lists, and a game is
a generator that asks a question, goes on with the answer, and raises ``Over`` at once when the
rules say so.
"""

from tests.nightmarium.naive.cards import ABILITIES, LEGIONS
from tests.nightmarium.naive.memory import seen_by
from tests.nightmarium.naive.offers import Offer, offers
from tests.nightmarium.naive.placing import card_placed
from tests.nightmarium.naive.playing import Playing
from tests.nightmarium.naive.position import at_a_turn, numbers, piles
from tests.nightmarium.naive.table import Happening, Options, Table
from tests.nightmarium.naive.turn import turns, whole_game

__all__ = [
    "ABILITIES",
    "LEGIONS",
    "Happening",
    "Offer",
    "Options",
    "Playing",
    "Table",
    "at_a_turn",
    "card_placed",
    "numbers",
    "offers",
    "piles",
    "seen_by",
    "turns",
    "whole_game",
]
