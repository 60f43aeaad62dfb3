"""A game being played: who sits where, what is taken back."""

from onirium.match.match import PERSON, CannotUndo, Match

__all__ = ["PERSON", "CannotUndo", "Match"]
