"""Nightmarium in words."""

from onirium.presentation.nightmarium.actions import help_on, label, note
from onirium.presentation.nightmarium.game_status import ending, is_private, opening

__all__ = ["ending", "help_on", "is_private", "label", "note", "opening"]
