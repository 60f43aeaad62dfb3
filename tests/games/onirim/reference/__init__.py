"""A reference model of Onirim: slow, simple, and written directly from the rulebook.

It shares no code with the engine: cards are their names, piles are lists, and a game is a generator
that yields a question, receives the answer, and raises ``Over`` as soon as the game ends.
"""

from tests.games.onirim.reference.book import PLANNING, PUNISHMENT, can_pay, matches, spells
from tests.games.onirim.reference.cards import (
    COLOURS,
    colour_of,
    is_key,
    is_room,
    is_tower,
    symbol_of,
    the_box,
)
from tests.games.onirim.reference.doors import is_wanted
from tests.games.onirim.reference.ending import has_formation
from tests.games.onirim.reference.playing import Playing, at_a_turn
from tests.games.onirim.reference.table import Options, Table
from tests.games.onirim.reference.turn import turns, whole_game

__all__ = [
    "COLOURS",
    "PLANNING",
    "PUNISHMENT",
    "Options",
    "Playing",
    "Table",
    "at_a_turn",
    "can_pay",
    "colour_of",
    "has_formation",
    "is_key",
    "is_room",
    "is_tower",
    "is_wanted",
    "matches",
    "spells",
    "symbol_of",
    "the_box",
    "turns",
    "whole_game",
]
