"""Presenter of Nightmarium."""

from onirium.presentation.nightmarium.actions import (
    describe_action,
    describe_effect,
    explain_decision,
)
from onirium.presentation.nightmarium.cards import describe_card
from onirium.presentation.nightmarium.game_status import (
    describe_ending,
    describe_goal,
    is_private,
    square,
    standing,
)

__all__ = [
    "describe_action",
    "describe_card",
    "describe_effect",
    "describe_ending",
    "describe_goal",
    "explain_decision",
    "is_private",
    "square",
    "standing",
]
