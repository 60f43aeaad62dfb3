"""Nightmarium once more, slow and obvious, written straight from the rulebook.

Nothing of the engine is used: cards are objects, each printed once, piles are lists, and a game is
a generator that asks a question, goes on with the answer, and raises ``Over`` at once when the
rules say so.
"""

from tests.games.nightmarium.reference.cards import ABILITIES, LEGIONS
from tests.games.nightmarium.reference.memory import seen_by
from tests.games.nightmarium.reference.offers import Offer, offers
from tests.games.nightmarium.reference.placing import card_placed
from tests.games.nightmarium.reference.playing import Playing
from tests.games.nightmarium.reference.position import at_a_turn, numbers, piles
from tests.games.nightmarium.reference.table import Happening, Options, Table
from tests.games.nightmarium.reference.turn import turns, whole_game

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
