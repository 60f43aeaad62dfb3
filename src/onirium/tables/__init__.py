"""Hosted tables: seats, owners, events, and the commands that produce them."""

from onirium.match.match import HUMAN, CannotUndo, Match

__all__ = ["HUMAN", "CannotUndo", "Match"]
