"""Nightmarium in words."""

from onirium.wording.nightmarium.choices import help_on, label, note
from onirium.wording.nightmarium.whole_game import ending, is_private, opening

__all__ = ["ending", "help_on", "is_private", "label", "note", "opening"]
