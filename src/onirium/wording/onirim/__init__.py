"""Onirim in words."""

from onirium.wording.onirim.choices import help_on, label, note
from onirium.wording.onirim.whole_game import ending, is_private, opening

__all__ = ["ending", "help_on", "is_private", "label", "note", "opening"]
