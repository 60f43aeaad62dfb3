"""A game being played: who sits where, what is taken back."""

from onirium.match.match import HUMAN, CannotUndo, Match

__all__ = ["HUMAN", "CannotUndo", "Match"]
