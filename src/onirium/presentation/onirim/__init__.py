"""Onirim in words."""

from onirium.presentation.onirim.actions import help_on, label, note
from onirium.presentation.onirim.game_status import ending, is_private, opening

__all__ = ["ending", "help_on", "is_private", "label", "note", "opening"]
