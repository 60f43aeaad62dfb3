"""The reference model of Nightmarium: slow, obvious, and written directly from the rulebook.

It shares no code with the engine. Cards are objects, each printed once, piles are lists, and a game
is a generator that yields questions, receives the answers, and raises ``Over`` at the end.
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
